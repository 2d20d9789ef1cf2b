// The forty merchants of the demo.
import { list } from './departments.ts';

export interface Merchant {
  id: string;
  name: string;
  domain: string;
  description: string;
  country: string;
  currency: 'USD' | 'EUR' | 'GBP';
  /** Price factor, in addition to the exchange rate. */
  factor: number;
  /** Cents that prices end in: 95 for 49.95. */
  ending_cents: number;
  shipping: { fee_cents: number; free_from_cents: number };
  /** The affiliate network that tracks its links. */
  network: string;
  kind: 'new' | 'used' | 'refurbished' | 'market';
  /** Prefixes of the category paths sold; `*` for all. */
  sells: readonly string[];
}

// id | name | country | network | price factor | price ending | shipping fee, free from | kind
//   sells | description
const TABLE = `
1001|Stride & Sole|US|linkwell|1.00|99|5.95, 75|new
  Shoes|Shoes for running, walking and standing around.
1002|Laufwerk|DE|adfold|0.98|95|4.90, 60|new
  Shoes > Running Shoes, Sports & Outdoor > Fitness|Everything runners wear out.
1003|Sneakeasy|US|partnerpost|1.05|00|6.00, 100|new
  Shoes > Sneakers, Clothing > Tops, Clothing > Knitwear|Sneakers, old and new school.
1004|Cobbler's Row|GB|linkwell|1.15|00|4.50, 80|new
  Shoes > Boots, Shoes > Dress Shoes, Bags > Accessories|Leather shoes that can be mended.
1005|Bergfuchs|DE|adfold|1.02|95|4.95, 50|new
  Shoes > Boots, Shoes > Running Shoes, Clothing > Jackets, Bags > Backpacks, Sports & Outdoor|Gear for mountains and hills.
1006|Threadbare & Sons|GB|clickmoor|0.95|99|3.99, 50|new
  Clothing, Shoes > Sandals|Clothes for people with other interests.
1007|Wardrobe Nine|US|partnerpost|1.00|00|7.95, 90|new
  Clothing, Bags > Handbags, Shoes > Sandals, Shoes > Dress Shoes|Nine good pieces instead of ninety.
1008|Maison Lisière|FR|adfold|1.25|00|6.90, 120|new
  Clothing, Bags > Handbags, Beauty > Fragrance, Beauty > Make-Up|Fashion and scent from Lyon.
1009|Rewear Society|GB|clickmoor|0.60|00|3.50, 40|used
  Clothing, Shoes, Bags > Handbags|Second-hand clothes, checked and washed.
1010|Noisebox Audio|US|linkwell|1.00|99|0, 0|new
  Electronics|Headphones, speakers and honest advice.
1011|Klangraum|DE|adfold|1.05|00|5.90, 99|new
  Electronics > Headphones, Electronics > Speakers, Electronics > Home Audio|Hi-fi with a listening room.
1012|Second Spin|US|partnerpost|0.75|50|4.95, 49|refurbished
  Electronics, Watches > Smartwatches & Fitness Trackers|Refurbished electronics with a guarantee.
1013|Plug & Play Depot|GB|clickmoor|0.92|99|2.99, 25|new
  Electronics, Watches > Smartwatches & Fitness Trackers|Cables, chargers, keyboards and sound.
1014|Bean There|US|linkwell|1.00|50|5.00, 40|new
  Kitchen > Coffee & Tea, Kitchen > Drinkware, Kitchen > Pantry|Coffee, roasted on Tuesdays.
1015|Kaffeekontor|DE|adfold|1.00|90|3.90, 39|new
  Kitchen > Coffee & Tea, Kitchen > Drinkware|Coffee and machines from Hamburg.
1016|The Copper Pan|GB|clickmoor|1.10|00|4.95, 60|new
  Kitchen|Pots, pans and knives for life.
1017|Casa Cucina|IT|adfold|1.05|90|6.50, 79|new
  Kitchen, Home > Furniture|The Italian kitchen, delivered.
1018|Hearth & Ladle|US|partnerpost|0.97|99|6.95, 65|new
  Kitchen, Home > Textiles, Home > Decoration|Kitchen and table, made to last.
1019|Lampenladen|DE|adfold|1.00|95|5.95, 70|new
  Home > Lighting|Lamps for desks, beds and dark corners.
1020|Nest & Nook|US|linkwell|1.05|00|9.00, 150|new
  Home|Small furniture, soft things, warm light.
1021|Huis & Hygge|NL|adfold|1.00|95|4.95, 50|new
  Home, Kitchen > Drinkware|Home things from the Low Countries.
1022|Tick Tock Emporium|US|partnerpost|1.00|00|0, 0|new
  Watches, Bags > Accessories|Watches from twenty dollars up.
1023|Zeitgeist Uhren|DE|adfold|1.08|00|0, 0|new
  Watches|Watches, straps and repairs in Dresden.
1024|Carry On Co.|US|linkwell|1.00|00|5.95, 80|new
  Bags|Bags for one night or one year.
1025|Satchel House|GB|clickmoor|1.08|00|4.00, 75|new
  Bags|Leather and canvas bags.
1026|Toybox Lane|GB|clickmoor|1.00|99|3.95, 35|new
  Toys & Games, Books > Children's Books|Toys, games and books for small people.
1027|Spielbude|DE|adfold|0.97|99|3.99, 39|new
  Toys & Games|Toys without batteries, mostly.
1028|Hammer & Tongs|US|partnerpost|1.00|97|7.95, 99|new
  Tools|Tools for people who fix things.
1029|Werkzeug Fritz|DE|adfold|0.96|95|5.95, 80|new
  Tools|Tools for workshop and site since 1951.
1030|Shed Supplies|GB|clickmoor|1.02|99|4.99, 60|new
  Tools, Sports & Outdoor > Cycling|Garden, shed and weekend projects.
1031|Glow Counter|US|linkwell|1.00|00|4.95, 35|new
  Beauty|Skin care and make-up without the noise.
1032|Belle Peau|FR|adfold|1.05|90|3.90, 45|new
  Beauty|The French pharmacy, online.
1033|The Apothecary Shelf|IE|adfold|1.10|50|4.50, 50|new
  Beauty, Home > Decoration, Kitchen > Coffee & Tea > Tea|Soap, scent, tea and candles.
1034|Dog-Eared Books|US|partnerpost|0.80|25|3.99, 30|used
  Books|Used books, and some new ones.
1035|Papier & Page|NL|adfold|1.00|99|2.95, 20|new
  Books, Toys & Games > Games|Books and games for long evenings.
1036|Lamplight Books|GB|clickmoor|1.00|99|2.80, 25|new
  Books|An independent bookshop by the harbour.
1037|Summit Supply|US|linkwell|1.03|95|6.95, 99|new
  Sports & Outdoor, Bags > Backpacks, Clothing > Jackets, Shoes > Boots|Outdoor gear, tested by staff.
1038|Ridge & River|GB|clickmoor|0.98|99|4.95, 70|new
  Sports & Outdoor, Shoes > Running Shoes, Clothing > Jackets, Clothing > Accessories|Walking, camping and getting wet.
1039|Everymart|US|partnerpost|0.95|99|5.99, 35|market
  *|A marketplace for nearly everything.
1040|Allerhand|DE|adfold|0.94|99|3.99, 29|market
  *|The marketplace for all sorts of things.
`;

export const merchants: readonly Merchant[] = TABLE.trim()
  .split(/\n(?=\d)/)
  .map(parse);

function parse(row: string): Merchant {
  const [id, name, country, network, factor, ending, shipping, kind, sells, description] = row.split(/\||\n +/);
  const [fee_cents = 0, free_from_cents = 0] = list(shipping!).map((amount) => Math.round(Number(amount) * 100));
  return {
    id: id!,
    name: name!,
    domain: domainOf(name!),
    description: description!,
    country: country!,
    currency: country === 'US' ? 'USD' : country === 'GB' ? 'GBP' : 'EUR',
    factor: Number(factor),
    ending_cents: Number(ending),
    shipping: { fee_cents, free_from_cents },
    network: network!,
    kind: kind as Merchant['kind'],
    sells: list(sells!),
  };
}

function domainOf(name: string): string {
  const ascii = name.normalize('NFD').replaceAll('&', 'and').toLowerCase();
  return `${ascii.replace(/[^a-z0-9]/g, '')}.example`;
}
