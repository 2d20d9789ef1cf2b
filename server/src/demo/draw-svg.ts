// Draws product tiles and merchant logos as SVG.
import { type Paint, paintFor } from './paint.ts';
import { hash } from './random.ts';
import * as house from './silhouettes/house.ts';
import * as play from './silhouettes/play.ts';
import * as wear from './silhouettes/wear.ts';

export interface Pictured {
  name: string;
  category?: string | null | undefined;
  color?: string | null | undefined;
  brand?: string | null | undefined;
}

/** The first entry whose word is in the category path wins, so specific words come before general ones. */
const SILHOUETTES: readonly (readonly [string, (paint: Paint, seed: number) => string])[] = [
  ['Sleeping Bags', play.roll],
  ['Boots', wear.boot],
  ['Sandals', wear.sandal],
  ['High-Top', wear.highTop],
  ['Dress Shoes', wear.loafer],
  ['Shoes', wear.sneaker],
  ['Jackets', wear.jacket],
  ['Knitwear', wear.sweater],
  ['Trousers', wear.trousers],
  ['Dresses', wear.dress],
  ['Clothing > Accessories', wear.beanie],
  ['Clothing', wear.tShirt],
  ['Headsets', house.headset],
  ['Earbuds', house.earbuds],
  ['Headphones', house.headphones],
  ['Turntables', house.turntable],
  ['Soundbars', house.soundbar],
  ['Speakers', house.speaker],
  ['Power Banks', house.powerBank],
  ['Electronics', house.keyboard],
  ['Coffee Machines', house.espresso],
  ['Grinders', house.brewer],
  ['Coffee & Tea', house.pouch],
  ['Bottles', house.flask],
  ['Drinkware', house.mug],
  ['Cookware', house.pan],
  ['Knives', house.knife],
  ['Kitchen', house.snack],
  ['Floor Lamps', house.floorLamp],
  ['Pendant', house.pendant],
  ['Lighting', house.deskLamp],
  ['Cushions', house.cushion],
  ['Textiles', house.bedding],
  ['Decoration', house.candle],
  ['Chairs', house.chair],
  ['Home', house.table],
  ['Digital Watches', wear.digitalWatch],
  ['Smartwatches', wear.digitalWatch],
  ['Watches', wear.watch],
  ['Backpacks', wear.backpack],
  ['Suitcases', wear.suitcase],
  ['Luggage', wear.duffel],
  ['Bags > Accessories', wear.wallet],
  ['Bags', wear.handbag],
  ['Building', play.bricks],
  ['Puzzles', play.puzzle],
  ['Soft Toys', play.teddy],
  ['Vehicles', play.car],
  ['Toddler', play.train],
  ['Toys & Games', play.boardGame],
  ['Drills', play.drill],
  ['Saws', play.saw],
  ['Measuring', play.laser],
  ['Garden', play.shears],
  ['Workshop', play.toolBox],
  ['Tools', play.pliers],
  ['Sun Care', house.tube],
  ['Skin Care', house.jar],
  ['Lips', house.lipstick],
  ['Make-Up', house.mascara],
  ['Fragrance', house.perfume],
  ['Grooming', house.shaver],
  ['Beauty', house.pumpBottle],
  ['Books', house.book],
  ['Tents', play.tent],
  ['Yoga', play.roll],
  ['Weights', play.kettlebell],
  ['Cycling', play.helmet],
  ['Basketballs', play.basketball],
  ['Footballs', play.football],
  ['Winter Sports', play.goggles],
];

/** Pale, so that every product stands out. */
const BACKGROUNDS = ['#e6ecf3', '#f3e9e1', '#e7efe6', '#f1e6ec', '#ece8f4', '#f4efdc', '#e1eff0', '#eceae6'];
const LOGO_COLORS = ['#27476e', '#8a3b3b', '#2f6b4f', '#6b4a8a', '#a35b1f', '#1f6f78', '#8a2f5d', '#44506b'];
const FONT = 'font-family="Helvetica, Arial, sans-serif" text-anchor="middle"';

export function drawProduct({ name, category, color, brand }: Pictured): string {
  const path = category ?? '';
  const paint = paintFor(color, name);
  const draw = SILHOUETTES.find(([word]) => path.includes(word))?.[1] ?? play.parcel;
  const background = BACKGROUNDS[hash(`${brand ?? ''}${path}`) % BACKGROUNDS.length]!;
  const kind = path.split(' > ').at(-1) ?? '';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 600" width="600" height="600" role="img">
<title>${escapeXml(name)}</title>
<defs><radialGradient id="b" cy=".42" r=".7"><stop offset="0" stop-color="#ffffff"/><stop offset="1" stop-color="${background}"/></radialGradient></defs>
<rect width="600" height="600" fill="url(#b)"/>
<ellipse cx="300" cy="430" rx="210" ry="18" fill="#1f2430" opacity=".1"/>
<g stroke="${paint.dark}" stroke-width="5" stroke-linejoin="round" stroke-linecap="round">${draw(paint, hash(name))}
</g>
<text x="300" y="516" font-size="34" font-weight="700" fill="#2b2f38" ${FONT}>${escapeXml(shorten(brand ?? '', 26))}</text>
<text x="300" y="552" font-size="20" fill="#6b7280" ${FONT}>${escapeXml(shorten(kind, 44))}</text>
</svg>
`;
}

export function drawLogo({ name }: { name: string }): string {
  const fill = LOGO_COLORS[hash(name) % LOGO_COLORS.length]!;
  const words = name.split(/[\s-]+/).filter((word) => /^\p{L}/u.test(word));
  const initials = words
    .map((word) => word[0]!.toUpperCase())
    .slice(0, 2)
    .join('');
  const size_px = name.length > 16 ? 15 : name.length > 11 ? 18 : 22;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 80" width="240" height="80" role="img">
<title>${escapeXml(name)}</title>
<rect width="240" height="80" rx="12" fill="#ffffff"/>
<rect x="10" y="10" width="60" height="60" rx="${hash(`${name} shape`) % 2 ? 30 : 14}" fill="${fill}"/>
<text x="40" y="50" font-size="28" font-weight="700" fill="#ffffff" ${FONT}>${escapeXml(initials)}</text>
<text x="153" y="${40 + size_px / 3}" font-size="${size_px}" font-weight="700" fill="${fill}" ${FONT}>${escapeXml(shorten(name, 20))}</text>
</svg>
`;
}

const XML_ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Drops control characters, which XML cannot represent. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"']/g, (char) => XML_ESCAPES[char]!);
}

function shorten(text: string, max: number): string {
  const chars = [...text];
  return chars.length > max ? `${chars.slice(0, max - 1).join('')}…` : text;
}
