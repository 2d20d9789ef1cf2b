// English words that shoppers use, independent of the catalogue.
import { stem } from '../text/analyse.ts';

const words = (text: string) => new Set(text.trim().split(/\s+/));

export const BASIC_COLOURS =
  words(`black white red green blue yellow orange purple pink brown grey gray beige gold silver
  navy turquoise teal cream ivory violet lilac maroon burgundy khaki olive bronze copper charcoal nude taupe tan magenta cyan aqua crimson scarlet fuchsia
  mauve indigo camel ecru ochre`);

/** Modifiers of a colour, not part of the subject. */
export const SHADES = words('dark light bright deep pale matte matt neon pastel plain solid vivid');

/** Modifiers that belong to one colour, such as "warm white". */
export const OWN_SHADES =
  /^(?:(?:warm|cool|off|bright|pearl) white|(?:emerald|forest|bottle|lime|mint|sage|army|racing|sea|moss|apple) green|(?:royal|sky|baby|navy|midnight|cobalt|electric|steel|powder|ice|petrol) blue|(?:hot|baby|dusty|blush|rose|salmon|neon) pink|(?:wine|cherry|blood|ruby|brick) red|(?:mustard|lemon|canary) yellow|(?:burnt) orange|(?:slate|charcoal|ash|space) gr[ae]y|(?:chocolate|coffee) brown)$/;

export const SPELLED_OTHERWISE = [
  ['grey', 'gray'],
  ['golden', 'gold'],
  ['blk', 'black'],
  ['wht', 'white'],
  ['multicoloured', 'multicolor'],
] as const;

export const MATERIAL_ADJECTIVES: Record<string, string> = {
  wooden: 'wood',
  woolen: 'wool',
  woollen: 'wool',
  woolly: 'wool',
  wooly: 'wool',
  metallic: 'metal',
  silken: 'silk',
  leathery: 'leather',
  aluminum: 'aluminium',
  aluminium: 'aluminum',
};

/** Words that are materials in any position of a value: "Wool Blend" is wool. */
export const BASIC_MATERIALS =
  words(`wool cotton leather silk linen cashmere denim velvet suede nylon polyester steel wood glass
  aluminium aluminum plastic rubber bamboo ceramic marble metal gold silver brass copper iron oak walnut pine canvas fleece
  viscose acrylic spandex down fur latex cork rattan wicker porcelain titanium terracotta
  stone concrete jute hemp tweed corduroy jersey satin lace mesh foam resin stoneware enamel granite slate ash beech birch
  teak mahogany chrome fabric sheepskin shearling`);

/** Materials that are also finishes, used like a colour. */
export const FINISHES = words(`oak walnut pine ash beech birch teak mahogany wood bamboo brass copper chrome gold silver
  marble slate granite concrete`);

/** Shoppers' words, by the condition value in feeds. */
export const CONDITIONS: Record<string, string[]> = {
  new: ['brand new', 'new condition', 'condition new', 'new only', 'only new', 'new ones', 'unused', 'never used'],
  used: [
    'gently used',
    'lightly used',
    'barely used',
    'second hand',
    'secondhand',
    'pre owned',
    'preowned',
    'pre loved',
    'preloved',
    '2nd hand',
    'used',
  ],
  'pre owned': ['second hand', 'secondhand', 'used', 'preowned'],
  'second hand': ['used', 'secondhand', 'pre owned', 'preowned'],
  refurbished: ['refurb', 'refurbs', 'refurbed', 'renewed', 'reconditioned', 'refurbished'],
  renewed: ['refurbished', 'refurb', 'reconditioned'],
};

/** Shoppers' words, by canonical gender. One-letter aliases occur only in feeds. */
export const GENDER_WORDS: Record<string, string[]> = {
  female: ['women', 'woman', 'womens', 'ladies', 'lady', 'female', 'womans', 'gals', 'lasses'],
  male: ['men', 'man', 'mens', 'gentlemen', 'male', 'mans', 'gents', 'guys', 'blokes', 'fellas', 'lads'],
  unisex: ['unisex'],
  kids: ['kids', 'kid', 'children', 'child', 'childrens', 'childs', 'toddler', 'toddlers'],
  girls: ['girls', 'girl', 'lass'],
  boys: ['boys', 'boy', 'lad'],
};

/** Stop words: they neither name nor describe a product. */
export const FILLERS =
  words(`a an the some any i im ive id me my mine we us our you your u it its that this these those they
  them there here please pls plz thanks thank show showing find get give got see look looking search searching seek want
  wants wanted need needs needed would like love prefer preferably could can may might do does did have has having is are
  was were be been am of to in on at by from into and or nor but also too as well just only really very quite so then now
  today one ones thing things stuff something anything everything item items product products option options kind kinds
  sort type types maybe perhaps ok okay yes yeah yep yup sure great cool nice good fine awesome perfect hi
  hello hey there what which who whats about how if when all more much many few bit little lot other another else same
  actually instead rather make made change let lets go with without not no nope nah dont doesnt wont should
  shouldnt must will buy buying purchase shop shopping sell selling carry stock recommend suggest suggestion suggestions
  help kindly up out off over under below above than less price priced cost costs costing budget money spend
  cheap affordable inexpensive expensive currency colour colours color colors brand brands size sizes material materials
  store stores merchant seller condition mean meant say said tell idea ideas new sale hmm um uh well
  ill hes shes his her him hers currently available already still again back next first second third last results result
  list page every each own such per either neither cannot cant think try even though because since while
  gimme wanna gonna gotta whatever whichever browse browsing feel feeling hope hoping interested consider decent ideally
  least most folks open pay willing thinking wears sells finding getting choosing alright aight loads lots plenty tons possible asap sold take pick choose detail details info information come comes coming oh omg wow god gosh jeez ooh ah basically literally honestly bought best both thats theyre heres itll couldnt arent isnt
  obvs obviously defo definitely kinda sorta abit lil tbf ngl imo haha he she likes loves enjoys probably everyone wondering possibly hopefully somehow happen sth smth rn asap btw lol ur tho tbh lookin lookng someone anyone tones hues toned looks seems sounds included anymore preferred prices category
  actual where why whose anyway anyways completely totally entirely absolutely exactly simply mostly mainly especially
  particularly specifically generally usually normally typically certainly finally apparently currently recently
  guess suppose reckon believe decide decided deciding settle know knows knew known understand wish ask asked asking told
  hear heard seen seeing shown shows found finds bring leave leaving keeping question questions plan plans mate pal
  dude bro sir madam maam urgently quickly soon myself yourself himself herself themselves friend friends able allowed
  happy glad afraid worried reason whether until till yet maybe somewhere anywhere wherever meanwhile further
  additional helpful useful suitable appropriate reasonable reasonably sensible tad smidge using replace replacing youve ish broke lost died poss innit summat owt nowt
  gander skint lemme yall ya alexa siri nearby enough none bump raise increase
  thatll theyve weve whos hows wheres theres gets gives giving goes going doing takes taking tells telling puts sends
  anybody somebody everybody nobody solely exclusively`);

/** Given names in brand names, which shoppers use alone. */
export const GIVEN_NAMES = words(`tommy calvin hugo ralph michael marc kate ted paul jimmy steve stella vivienne giorgio
  christian fred helly daniel victoria karl tory kurt anne laura joseph emma lulu betty charlotte elizabeth`);

/** Prepositions between product words: "shoes for running", "jacket with hood". Dropped at the end. */
export const JOINTS = words('for with without');

/** Places and activities that qualify a product but do not name it: an outdoor lamp is a lamp. */
export const PLACES =
  words(`outdoor outdoors indoor home kitchen garden office school travel beauty sport sports bathroom bedroom
  gaming camping cycling hiking swimming fishing running climbing skiing walking fitness yoga golf tennis cooking baking
  gardening dining`);

/** Stems of subjects of books, puzzles and prints. */
export const TOPICS = new Set(
  `animals dinosaurs unicorns dragons fairies princesses pirates monsters robots superheroes aliens mermaids witches ghosts
  space planets stars trains tractors trucks diggers horses ponies kittens puppies owls foxes rabbits bunnies bears lions
  tigers elephants sharks whales birds butterflies flowers hearts skulls football gardening history nature travel mystery
  romance horror fantasy war`
    .split(/\s+/)
    .map(stem),
);

/** Products whose name contains a colour, such as "green tea". */
export const FOOD =
  /^(?:teas?|wines?|oils?|juices?|rice|sugar|pepper|beans?|lentils?|onions?|cabbage|curry|pudding|rum|beer|ale|bread|flour|vinegar|chocolate|cheese|olives?|grapes?|apples?|peppers?|berries|currants?|garlic|salt|mustard|lemonade|soda|sauce|soup|milk|eggs|tomato(?:es)?|meat|pasta|fish)$/;

/** Stems of products with letter sizes; for other products "small" is just a word. */
export const CLOTHES = new Set(
  `shirt t-shirt tshirt tee top blouse polo jumper sweater sweatshirt hoodie cardigan knitwear fleece vest
  jacket coat raincoat parka blazer suit gilet dress skirt jumpsuit jeans trousers chinos pants leggings joggers shorts
  tights socks underwear bra boxers pyjamas pajamas nightdress robe gown swimsuit bikini gloves hat cap beanie scarf belt
  helmet wetsuit uniform costume clothes clothing outfit top tops`
    .split(/\s+/)
    .map(stem),
);

/** Words that control a conversation; they are spell-corrected before reading. */
export const GRAMMAR =
  words(`under below between cheaper cheapest expensive around without except excluding instead brand
  brands colour color price prices discount discounted available stock similar second third fourth another different
  dollars dollar euros pounds hello thanks more show size please anything everything something looking searching maximum
  minimum budget start over less than most least around about roughly either neither sale percent other rather actually
  cheap condition matter doesnt dont first last next page results reset search forget remove limit affordable
  recommend suggest prefer preferably interested definitely probably else again bigger smaller larger better
  anywhere nothing reduced refurbished colours colors sizes store stores shops material materials currency meant`);

/** Stems of product nouns, by the stem of their collective noun. */
const KINDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    'jewelry jewellery': 'necklace bracelet ring earrings pendant chain brooch bangle anklet cufflinks charm watch',
    furniture:
      'table chair sofa couch desk bookcase bookshelf wardrobe bed dresser stool bench cabinet armchair sideboard nightstand ottoman shelf recliner drawers',
    'shoes footwear': 'boots sneakers trainers sandals slippers heels loafers wellies clogs pumps flats runners',
    'luggage bags bag': 'suitcase backpack rucksack handbag purse duffel holdall tote trolley',
    knitwear: 'cardigan jumper sweater pullover turtleneck poncho',
    'toys toy': 'doll puzzle game teddy blocks train car robot plush lego',
    'bedding linen': 'duvet pillow sheets blanket comforter quilt pillowcase mattress throw',
    'cookware kitchenware': 'pan pot skillet saucepan wok casserole kettle knife knives',
    'makeup cosmetics': 'lipstick mascara foundation eyeliner concealer blush eyeshadow powder',
  }).flatMap(([names, things]) => names.split(' ').map((name) => [stem(name), new Set(things.split(' ').map(stem))])),
);

/** Whether a product is of a collective kind: a necklace is jewelry. */
export function isKindOf(thing: string, many: string): boolean {
  const isClothing = /^cloth(?:e|es|ing)?$/.test(many) && CLOTHES.has(thing);
  return isClothing || (KINDS.get(many)?.has(thing) ?? false);
}
