// Before any script of a page: without ways out that no proxy sees, without printing, and with a memory for
// frames of other sites. Browsers give those one that lasts as long as the visit, or none, and then throw.
(() => {
  for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "WebTransport"]) delete globalThis[name];
  globalThis.print = () => {};
  for (const name of ["localStorage", "sessionStorage"]) {
    try {
      if (globalThis[name]) continue;
    } catch {
      // Refused: given below.
    }
    const kept = new Map();
    const memory = {
      getItem: key => kept.get(String(key)) ?? null,
      setItem: (key, value) => void kept.set(String(key), String(value)),
      removeItem: key => void kept.delete(String(key)),
      clear: () => kept.clear(),
      key: place => [...kept.keys()][place] ?? null,
      get length() { return kept.size; },
    };
    try {
      Object.defineProperty(globalThis, name, {value: memory, configurable: true});
    } catch {
      // The frame stays without, as it was.
    }
  }
})();
