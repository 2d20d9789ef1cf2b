// Words of questions about a product, and of the sentences that answer them.

/** "Does it need batteries" asks for mentions of batteries, best beside a verb of the kind. */
export const ASKING_VERBS =
  'need needs require requires have has include includes come comes contain contains take takes got support supports';

/** Verbs of the sentences that answer such a question. */
export const TELLING_VERBS =
  'need needs needed require requires required powered runs uses includes included including comes contains contain supports support';

/** Words that mean little alone: "not for the dishwasher" answers "dishwasher safe". */
export const WEAK_WORDS = 'safe compatible suitable work works use used';

/** Quoted if no field and no word of the question answers it; what they mean is for the reader to judge. */
export const RELATED: Readonly<Record<string, string>> = {
  waterproof:
    'water resistant, water resistance, water repellent, splash proof, ipx4, ipx5, ipx6, ipx7, ipx8, ip67, ip68',
  dishwasher: 'hand wash, wash by hand, hand washing',
  battery: 'rechargeable',
  color: 'available in, color is, colour is, colors are, colours are',
  material: 'made of, made from, made out of, made with, crafted from, constructed of, material is, fabric is',
  delivery: 'ships within, ships in, shipped within, delivered in, delivered within, free shipping, free delivery',
};
