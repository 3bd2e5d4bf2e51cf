// Every way that a page has of reaching an address. TRAP stands for it.
const at = "TRAP", host = "http://" + at;
const framed = () => Object.assign(document.createElement("iframe"), {src: host + "/frame"});
const work = new Blob(["fetch('http://TRAP/worker', {mode: 'no-cors'})"]);
for (const go of [
  () => fetch(host + "/fetch", {mode: "no-cors"}),
  () => new WebSocket("ws://" + at + "/socket"),
  () => new EventSource(host + "/events"),
  () => navigator.sendBeacon(host + "/beacon", "x"),
  () => { new Image().src = host + "/image"; },
  () => { document.body.append(framed()); },
  () => new RTCPeerConnection({iceServers: [{urls: "stun:" + at}]}),
  () => new WebTransport("https://" + at + "/wt"),
  () => new Worker(URL.createObjectURL(work)),
]) try { const made = go(); if (made && made.catch) made.catch(() => {}); } catch {}
