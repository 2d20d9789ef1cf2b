// Canonical values of genders and countries, which feeds spell in many ways.

const GENDERS: Record<string, string[]> = {
  female: ['women', 'woman', 'womens', "women's", 'ladies', 'lady', 'female', 'f', 'w'],
  male: ['men', 'man', 'mens', "men's", 'gentlemen', 'male', 'm'],
  unisex: ['unisex', 'uni', 'all', 'neutral'],
  kids: ['kids', 'kid', 'children', 'child', 'childrens', "children's"],
  girls: ['girls', 'girl'],
  boys: ['boys', 'boy'],
};

const COUNTRIES: Record<string, string[]> = {
  us: ['us', 'usa', 'u.s.', 'u.s.a.', 'united states', 'united states of america', 'america'],
  gb: ['gb', 'gbr', 'uk', 'u.k.', 'united kingdom', 'great britain'],
  de: ['de', 'deu', 'germany', 'deutschland'],
  fr: ['fr', 'fra', 'france'],
  es: ['es', 'esp', 'spain', 'espana'],
  it: ['it', 'ita', 'italy', 'italia'],
  nl: ['nl', 'nld', 'netherlands', 'the netherlands', 'holland'],
  at: ['at', 'aut', 'austria', 'osterreich'],
  ch: ['ch', 'che', 'switzerland', 'schweiz', 'suisse'],
  be: ['be', 'bel', 'belgium'],
  pl: ['pl', 'pol', 'poland', 'polska'],
  se: ['se', 'swe', 'sweden', 'sverige'],
  dk: ['dk', 'dnk', 'denmark', 'danmark'],
  no: ['no', 'nor', 'norway', 'norge'],
  fi: ['fi', 'fin', 'finland', 'suomi'],
  ie: ['ie', 'irl', 'ireland'],
  pt: ['pt', 'prt', 'portugal'],
  ca: ['ca', 'can', 'canada'],
  mx: ['mx', 'mex', 'mexico'],
  br: ['br', 'bra', 'brazil', 'brasil'],
  au: ['au', 'aus', 'australia'],
  nz: ['nz', 'nzl', 'new zealand'],
  jp: ['jp', 'jpn', 'japan'],
  cn: ['cn', 'chn', 'china'],
  kr: ['kr', 'kor', 'south korea', 'korea'],
  in: ['in', 'ind', 'india'],
  ro: ['ro', 'rou', 'romania'],
  vn: ['vn', 'vnm', 'vietnam', 'viet nam'],
};

const invert = (groups: Record<string, string[]>) =>
  new Map(Object.entries(groups).flatMap(([meaning, words]) => words.map((word) => [word, meaning] as const)));

const genders = invert(GENDERS);
const countries = invert(COUNTRIES);

/** The canonical spelling, or the text itself if it is unknown. Takes folded text. */
export const canonicalGender = (folded: string): string => genders.get(folded) ?? folded;
export const canonicalCountry = (folded: string): string => countries.get(folded) ?? folded;
