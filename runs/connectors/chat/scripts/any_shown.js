// Whether any of the elements that a selector matches is shown.
matched => {
  // with: walking
  return matched.slice(0, 50).some(el => visible(el) && !hidden(el));
}
