// Names as real tools have them: alike in parts, different as a whole.

export const nouns = `accounts albums alerts articles backups boards bookings branches budgets calendar
  campaigns channels charts comments contacts licenses customers devices domains drafts
  events expenses files folders forms groups images invoices issues labels
  ledgers messages meetings notes orders payments photos products projects tickets`.split(/\s+/);

export const verbs = `add approve archive assign copy count create delete describe download
  export find import link list merge move publish rename restore
  search share sort update watch`.split(/\s+/);
