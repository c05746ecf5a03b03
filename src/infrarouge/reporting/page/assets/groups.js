// Tables with a body for each metric show the one that is chosen.

const metricChoices = () => document.querySelectorAll("select.which-metric");

function drawMetricChoices() {
  for (const select of metricChoices()) options(select, DATA.metrics.map(({ label }) => label));
  showBodies();
}

function showBodies() {
  for (const select of metricChoices()) {
    for (const body of select.closest("section").querySelectorAll("tbody[data-metric]")) {
      body.hidden = body.dataset.metric !== select.value;
    }
  }
}

function listenToMetricChoices() {
  for (const select of metricChoices()) {
    select.addEventListener("change", () => {
      showBodies();
      writeAddress();
    });
  }
}
