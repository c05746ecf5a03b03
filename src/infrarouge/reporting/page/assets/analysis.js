// Units of words that many examples miss or add: which examples they are.

const unitCount = () => (DATA.units || []).length;
const unitRows = (number) => DATA.units[number].rows;
const unitWords = (number) => DATA.units[number].words;
