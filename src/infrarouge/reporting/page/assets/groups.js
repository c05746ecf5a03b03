// Tables and lists with a part for each metric show the one that is chosen.

const metricChoices = () => document.querySelectorAll("select.which-metric");

function drawMetricChoices() {
  for (const select of metricChoices()) options(select, DATA.metrics.map(({ label }) => label));
  showParts();
}

function showParts() {
  for (const select of metricChoices()) {
    for (const part of select.closest("section").querySelectorAll("[data-metric]")) {
      part.hidden = part.dataset.metric !== select.value;
    }
  }
}

function listenToMetricChoices() {
  for (const select of metricChoices()) {
    select.addEventListener("change", () => {
      showParts();
      writeAddress();
    });
  }
}
