// Names of makers that everybody knows, whether a catalogue has them or not: no misspellings, and no words of the language.

const NAMES = new Set(
  `
acer adidas aeg aldi alessi allbirds altra anker arcteryx armani asics asus aveda aveeno babolat barbie
barbour becco belkin berghaus bialetti birkenstock bissell bodum bosch bose brabantia braun breville brita brooks
burberry calphalon canon carhartt cartier casio celine cerave chanel chicco chloe clarks clinique
coleman corsair cosori craghoppers crocs cuisinart cybex danner decathlon dell delonghi denby deuter dewalt dior
disney duracell dyson ecco electrolux energizer epson ergobaby esprit everlane ferragamo fila fiskars fitbit
fjallraven fujifilm garmin garnier geox ghd gibson gillette givenchy gopro graco gucci guinness haribo
hasbro havaianas heinz hermes hikvision hitachi hoka honeywell hotpoint hp huawei hyperx ikea illy
intel jabra jansport jbl joie karcher kenwood keurig kiehls kipling kitchenaid kodak kohler krups lacoste
lavazza leatherman lego lenovo levis lexmark lg lindt logitech loreal lululemon makita mammut mattel
maybelline meindl merrell microsoft miele milwaukee mizuno moccamaster monsoon motorola msi muji nars nerf nescafe nespresso neutrogena nike nikon ninja nintendo nivea nokia noritake nutribullet oakley olaplex
olympus oneplus onitsuka panasonic pandora patagonia pentax petzl philips playmobil polaroid prada
puma purina pyrex quechua quiksilver rado ravensburger razer reebok remington revlon ribble rimowa ritter
roborock rolex rossignol rowenta ryobi salomon samsonite samsung sandisk saucony scarpa scott seagate seiko
sennheiser sephora shimano shiseido siemens sigg silentnight skechers skullcandy smeg sodastream sonicare sonos sony
speedo stanley stihl stokke superdry swarovski swatch tefal tempur thule tiffany timberland timex tissot
toshiba trespass tupperware ugg uniqlo urbanears vans vaude versace victorinox vileda villeroy vitamix
vivobarefoot vtech wacom wahl wedgwood whirlpool wilson wmf wrangler xiaomi yamaha yankee yeti zara zeiss zwilling
`
    .trim()
    .split(/\s+/),
);

/** Those of several words; most of these mean other things alone. */
const LONG_NAMES = new Set(
  `black and decker, calvin klein, canada goose, dr martens, fisher price, helly hansen, hugo boss, hydro flask,
instant pot, jack wolfskin, jimmy choo, john deere, johnnie walker, joseph joseph, kate spade, klean kanteen, la
roche posay, le coq sportif, le creuset, maxi cosi, michael kors, morphy richards, mountain hardwear, new
balance, oral b, peg perego, ralph lauren, ray ban, royal doulton, steve madden, tag heuer, the north face,
tommy hilfiger, under armour, yves saint laurent`
    .replaceAll('\n', ' ')
    .split(', '),
);
const MAX_WORDS = 3;

/** Whether a word is a maker's name and nothing else. */
export const isBrandName = (word: string): boolean => NAMES.has(word);

/** How many words from here on are one name. */
export function brandNameAt(words: readonly string[], at: number): number {
  for (let length = MAX_WORDS; length > 1; length--)
    if (LONG_NAMES.has(words.slice(at, at + length).join(' '))) return length;
  return isBrandName(words[at] ?? '') ? 1 : 0;
}
