/** Pattern of document and own lot numbers: `MI20261121-0001`. */
export const numberPattern = '[A-Z]+\\d{8}-\\d+'
