// Tables that are wider than the screen say so: a shade at the side where there is more, and a line of text.

function hint(scroller) {
  const more = scroller.scrollWidth - scroller.clientWidth;
  const isWide = more > 2;
  const frame = scroller.parentElement;
  frame.classList.toggle("more-left", isWide && scroller.scrollLeft > 2);
  frame.classList.toggle("more-right", isWide && scroller.scrollLeft < more - 2);
  frame.querySelector(".hint").hidden = !isWide;
  if (scroller.classList.contains("scroll")) {
    if (isWide) scroller.setAttribute("tabindex", "0");
    else scroller.removeAttribute("tabindex");
  }
}

const scrollers = () => document.querySelectorAll(".frame > .scroll, .frame > .table");

const hintAll = () => scrollers().forEach(hint);

function listenToHints() {
  const watcher = new ResizeObserver((entries) => entries.forEach(({ target }) => hint(target)));
  for (const scroller of scrollers()) {
    scroller.addEventListener("scroll", () => hint(scroller), { passive: true });
    watcher.observe(scroller);
  }
}
