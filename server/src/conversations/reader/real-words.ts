// Words for things and what they are like, that a catalogue may lack: a skirt is no misspelt shirt.
import { stem } from '../../text/analyse.ts';
import { editDistance } from '../../text/edit-distance.ts';
import { BASIC_COLOURS, BASIC_MATERIALS, MATERIAL_ADJECTIVES } from '../shopping-words.ts';

/** Things by themselves, whatever shop one is in. */
const THINGS = `
apron knitwear armchair bookcase bookshelf smartphone smartwatch headphones earrings keyboard dishwasher microwave toothbrush hairdryer
lawnmower nightstand wardrobe dresser sideboard couch futon ottoman recliner duvet comforter saucepan skillet blender
toaster kettle laptop computer television charger handbag suitcase rucksack raincoat jumper sweater sweatshirt sneakers
boots sandals loafers leggings trousers chinos swimsuit binoculars telescope skateboard trampoline treadmill dumbbell
kettlebell bicycle tv tvs tablet stocking sock slime planner planter ladle tarp tray teapot wok vase torch brooch tote
backpack badge ball balm band bank bar basket bath bead beanie bear bedding belt bench bike bikini bin blanket blazer
blind blouse board boat body bone bonnet boot bottle bowl bowls boxer boxers bracelet bread brick broom brush bucket
buggy bulb bunk bush cable cake candle canoe cape cardigan carpet case cellar chain chair chart chest chews chip chips
choker clamp clip cloak clock cloth clothes coal coaster coat coats coin comb compass cooker cooler coral cover covers
crane crate crib cuff cups curtain curler cushion cutter dart deck denim diary dice dish dishes drawer dress drill drone drum dryer
easel eraser fan feeder fence fiddle filter flag flask float floss flute foam fork frame freezer fridge fryer funnel
garland gift glass globe glove gloves glue gown grater grill grinder guitar gum hair hammer hammock hamper handle
hanger harness harp hat heater heels helmet hinge hoist hook hoop hoodie horn horse hose hutch iron jar jeans jewel jug
juicer kayak keyring kilt kite knee knob ladder ladle lace laces lamp lantern latch lead leash lens lid liner lipstick lock locker
lotion lunch magnet mallet map marker mask mast match mattress mirror mitten mixer mixing modem monitor moulds mount mouse
mower mug mugs nail necklace needle nest ornament oven paddle padlock paint pants paper parka paste patch patio
pearl pedal peeler pen pencil pendant perch phone piano picnic pill pillow pin pins pipe pitcher plane plant plaster plate plates
playpen plug polish polo poncho pool poster pouch powder pram printer probe projector pump punch puppet purse puzzle
quilt rack racket radio rake ramp razor reel ribbon ring rings robe robot rocker roller rope router rug rugs ruler saddle
sandal sash sauce saucer saw scale scales scarf scarves scissors scooter scraper screen screw scrub seal seat seeds serum
shade shaker shaver shawl shed sheet sheets shelf shelves shield shirt shirts shorts shovel shower sieve sign sink skate skates
ski skis skirt skirts slide sling slippers snack soap soaps sock sofa sole spade spatula speaker spice spoon spoons spray sprayer
stand stapler steamer stencil sticker stool stools stove strap straps stroller suit suits swing switch tablet tackle
tank tape tarp teapot tent ticket tie ties tights tiles tin toner tool tools torch towel towels toy tracker trailer train
tray trays trellis tripod trolley trowel trunk trunks tub tube tunic turntable umbrella urn vase vest vests violin visor
wagon wallet wallets wand watch weight weights wheel whisk wig wine wipes wire wok wrap wreath wrench yarn
`;

const WORDS = `
dining polarised polarized sunglasses moisturiser moisturizer wholewheat hypoallergenic
lightning adapter lighter sleeve gazebo conditioner
chess poker cards bingo darts snooker tennis golf rugby cricket hockey yoga pilates boxing bass treble vinyl
heart rate sensor battery button buttons zip zipper pocket pockets hood hooded collar cuffs hem lining lined padded
insulated heel heeled toe toes ankle knees waist chest sleeveless strapless wheels wheeled drawers storage shelf legs
support cushioned grip handles lids cover waterproof windproof washable dishwasher induction wired cordless corded
manual electric digital analogue solar gas petrol charcoal memory speed volume bass noise sound screen curved touch
scented unscented vegan spf oily dry sensitive curly dragon dragons unicorn dinosaur dinosaurs princess pirate star wars
elephant tiger lion bunny flower flowers stripe stripes spots dots check checked tartan paisley leopard print
airtight baggy breathable bright broad casual chunky classic comfy cosy cozy cropped cute dark deep double elegant fancy
fast fitted flared floral fluffy foldable formal fresh frozen funky heavy huge large light long loose loud matching mini
modern narrow organic oversized petite plain portable pretty quick quiet rainy retro round rustic sharp shiny short silent
silky simple sleek slim small smart smooth snug soft sparkly square stretchy striped sturdy stylish sunny sweet tall thick
thin tight tiny trendy vegan vintage warm washable wide bigger smaller larger longer shorter wider lighter heavier thinner
thicker softer warmer faster quieter stronger darker brighter
beach camping cooking cycling dancing fishing garden gym holiday home hiking kitchen office party picnic school sleep
summer swimming travel walking wedding winter spring autumn birthday christmas easter
allow alone alter among anger apply arena arise array audit bases basic basis battle began birth booth breed broke buyer
cause chase count crispy creamy damage dealt degree depth draft drawn driven eager flying force forced grace halal laced
lewis manage margin maria martin master minty newly pursue raised sample shall share shoot stood taxes theme threw thrown
trial tried tries barely backing banking charter eastern explore faculty listing parking prepare related reverse violent
stole stolen cooked snowy stiff stink stacks skilled
abroad active adjustable adult adults airport alarm album alcohol almond alpine antique apple apples aquarium arch
armour army arrow artificial artist athletic attic aubergine audio autism avocado award baker baking balcony ballet
balloon banana banjo baptism barbecue baseball basil basin basketball bathroom beaded beans beard bedroom beef beer
bees beetle berry bible bigfoot bird birds biscuit bison bits bizarre black blade blank blaze blend bling bliss block
blocks blonde blood bloom blow boho bold bolt bombs bonus boogie book books boost border bottom bounce bowling boxed
boxes brace braces brain brake branch brave breast breeze brew bridal bride bridge brief british brow brows bubble
buddy budget buggies builder bulk bumper bundle burger butter butterfly cabin cactus camera camper candy canned
canteen canvas caramel caravan card care cargo carrier carrot cartoon carve casino castle catering caviar cedar
ceiling cereal charm charms chat cheese chef cherry chicken chilli chimney china chocolate choir chop chopper chrome
chunk church cider cinema cinnamon circle circus citrus city civil clay clean cleaner cleaning clever climb climbing
cloud clover clown club coach coast cobra cocktail cocoa coconut coffee college combat combo comfort comic compact
computer cone contact cookie cookies cool copper corduroy core cork corn corner corset cosmetic costume cottage cotton
couch country couple course court cowboy crab craft crafts cranberry crayon crazy cream creative creature crew crisp
crisps crochet cross crow crown crumb crunch crush crystal cube cuddle culture curl curry curve custom cycle cyclist
daily dairy daisy damp dance dancer danger data date daughter dawn deal death decaf decor decorative deer delicate
delivery deluxe dental desert design desktop detox devil diabetic dial diamond diesel diet dinner dirt disco display
distressed diver diving doctor dolphin dome donkey donut dorm dotted dough dove drama draw drawing dream drink drinks
drive driver driveway drop drums duck ducks dusk dust duvet dwarf eagle early earth east edge eggs elastic elbow
elderly embroidered emerald emoji empty energy engine english engraved entry estate evening event exercise extension
extra eyebrow eyelash eyes fabric face facial factory fair fairy faith fake fall family famous fantasy farm farmer
fashion fault faux feast feather feet female festival fever fiction field fiery fifth fight figure film fine finger
finish fire fireplace firm first fish fitness fixed flame flamingo flannel flap flare flash flat flavour flax fleece
flex flexible flight flip floating flock flood floor flour flow fluff foal focus foil fold folding folk food foot
football forest formula fort fossil foundation fountain foxes fragile fragrance fragrant french frog front frost
frosted fruit fruity fudge full fully fungus funny furniture fury fuzzy galaxy game gamer games gaming garage garlic
gear gentle german ghost giant ginger giraffe girly gladiator glam glamour glaze glide glitter glittery gloss glossy
glow gluten goal goat goblin goggles gold goose gorilla gothic grade grain grand granite grape graphic grass gravel
gravity grease great greek grid groom gross ground group growth guard guest guide guinea gutter gypsy hairy half
halloween halter hamster hand handmade handy hanging happy harbour hard hardware harry harvest hawk health healthy
heat heated heating hedge hedgehog height heirloom hello herb herbal heritage hero heroes hidden hide high highland
hiker hill hippie hippo history hobby hollow holy homemade honey horror hospital host hotel hour house household hulk
human humid hunt hunter hunting hush hybrid hydrating icing icon iguana indian industrial infant infinity inlay inner
insect inside instant insulation interior invisible iris irish island italian ivory jade japanese jasmine jazz jelly
jersey jigsaw jogging joint joke jolly journal juice juicy jumbo jump jungle junior kale karate kennel keyboard khaki
kidney king kiss kiwi knight knit knitted knitting knot koala korean label lacquer lady lake lamb laminate land
landscape lanyard laptop laser lash latte laundry lava lavender lawn layer lazy leaf leak lean leather leaves left
legend lemon lemonade length lesson letter lettuce level library licence lift lights lightweight lily lime limit
limited line linen link lips liquid liquorice list live liver living lizard llama load loaf loan lobster local locket
loft logo london lounge love lovely lucky luggage lumbar luna lunar luxury lycra machine macrame magic magical
magnetic magnolia mahogany maid mail mailbox main maker makeup mango manicure maple marathon marble march marine
market married mars mascara massage massager mate maternity math matte maxi mayor maze meal meat mechanical medal
medical medieval meditation mega melamine melon memorial mermaid mesh metal meter metro mice micro midi midnight
military milk mill mince mind mineral minimal minimalist mink mint miracle mist mobile mocha mock model modest moist
moisture mole money monkey monster moon moose moped morning mosaic moss moth motion motor motorbike mountain mouth
movie muddy muesli muffin mule multi muscle museum mushroom music musical mustard mystery name nappy nasal nation
native natural nature nautical naval navy near neat neck neon nephew nerd neutral night nightwear ninja noble noisy
noodle nordic north nose note notebook novel novelty nude number nursery nursing nuts oasis oats ocean octopus olive
onion onyx opal open opera optic orange orbit orchid organiser oriental origami original orthopaedic orthopedic otter
outdoor outer outfit oval oxford oyster ozone pace pack packed packing page painful painting pair palace palm panda
panel panther panties papaya parade paradise parasol parent paris park parrot part parts passport pasta pastel pastry
patent path pattern paws peace peach peacock peanut pear pearls pebble pedicure pencils penguin penny pepper perfume
period person pets phantom photo photos pickle piece pigeon pigs pilot pine pineapple ping pint pistachio pizza plaid
planet plank planner plants plaque plasma plastic platform platinum play player playful playground playing pleated
plum plumber plump plus plush poem point pointed polar pole police polished polka pond pony poodle popcorn poppy
porcelain porch pork porridge port portrait posh post postal potato pots pottery pouffe pounder power powerful
practice prawn prayer precision premium prep press pressure prim prime prince printed prism prize prom protein proud
prune puff puffer puffy pulse pumpkin pure purifier push quail quality quartz queen quiche quilted quinoa quirky quiz
race racer racing radar radiator rain rainbow ranch random range ranger rapid raspberry rattan raven reader reading
real rear rebel recipe record recycled reed reef referee refill reflective regal regular reindeer relax relaxed
religious remote repair replica reptile resin rest restaurant reusable reversible rhino ribbed rice rich rider riding
rifle right rigid ripped ripple rise river road roast roasted rock rocket rocking rocks rocky rodeo role roll rolled
roman romance romantic romper roof room rooster root ropes rose rosemary roses rotating rough route rowing royal
rubber ruby rucksack ruffle rugged runner runway russet rust sack sacred safari safe safety sage sailing sailor saint
salad salmon salon salsa salt samba sand sandwich santa satin sauna sausage savage savoury scallop scandi scarlet
scene scent science scoop scope scout scratch scream screwdriver sculpture seafood seam seamless search season
seasonal second secret security seed self sequin series serving sesame seven sewing sexy shadow shaggy shallow shampoo
shape shark shave shaving sheep sheer shell shells sheriff shift shimmer shine shock shoe shop shore shot shoulder
show shredder shrimp shrine shrub shutter side sight signal signature silicone silly silver simmer singer single size
skateboard skeleton sketch skiing skin skinny skipper skull slate sled sleeping sleepy slice slicer slimming slip slot
sloth slow slush smoke smoked smoker smoky smoothie snail snake sneaker snow snowboard snowman soccer social soda soil
soldier solid solo song soul soup sour south space spaghetti spanish spare spark sparkle special specs speedy sphere
spicy spider spike spin spinach spine spiral spirit splash split spooky sport sporty spot spotted sprinkler squash
squirrel stable stack stacking stage stain stainless stair stairs stamp standing staple stars start starter state
station statue steak steam steel steep stem step stereo stick stiletto still stitch stock stomach stone stones storm
story straight straw strawberry stream street strength stress stretch string strings strip strong structured student
studio study stuffed stunning style subtle suede sugar sunflower sunglasses sunset super superhero surf surfing
surgical surprise sushi swan sweat sweatproof sweatshirt swede swim swirl swiss swivel sword syrup system table
tactical tail tailored tandem tango tanned tapestry target tarot tart tassel tattoo taupe taxi team teddy teen teenage
teenager teeth temple terrace terracotta terrain terry test texas text textured theory therapy thermal thermometer
thermos thigh third thorn thread three throne throw thumb thunder tick tidy timber time timer tire toast toaster
tobacco toddler toffee toilet tomato tonic tooth topper torn tortoise tote tough tour tourist tower town track tractor
trade trail trainer training tram transfer transparent trap traveller tread treat treats tree trees triangle tribal
tribe trim trimmer triple tropical trouser truck truffle tulip tummy tuna tunnel turbo turkey turtle tuxedo tweed
tweezers twin twist twisted tyre ultra under uniform union unique unit universal university upper upright urban useful
utensil utility valentine valley valve vampire vanilla vanity vapour variety varsity vegetable vegetarian veil velcro
velvet veneer venom vent versatile vertical vibrant victorian video view viking village vine vinegar viola virtual
virus vision vitamin vivid vodka vogue voice volcano volleyball volunteer voucher waffle waistcoat wake walker wall
walls walnut walrus ward warrior wash washer washing wasp waste water waterfall watermelon wave waves wavy weave wedge
weed week weekend weighted welcome welding western whale wheat whip whiskey whisky whistle wicker widow wife wifi wild
wildlife willow wind window windy wing wings winner wireless witch wizard wolf woman wonder wooden woodland woods woody
wooly word work worker working workout world worm worn woven wrestling wrist writer writing yacht yard year yeast
yoghurt yogurt young youth zebra zero zigzag zinc zipped zodiac zombie zone zoom
bezel bezels dials armrest armrests stitching zippers lenses piping rim rims blades soles bristles temples
mother father sister brother friend friends boss teacher nurse baby babies puppy kitten dog dogs cat cats horse rabbit
`;

let known: Set<string> | undefined;

const realWords = (): Set<string> =>
  (known ??= new Set([
    ...THINGS.trim().split(/\s+/),
    ...WORDS.trim().split(/\s+/),
    ...BASIC_COLOURS,
    ...BASIC_MATERIALS,
    ...Object.keys(MATERIAL_ADJECTIVES),
  ]));

export const isRealWord = (word: string): boolean => realWords().has(word);

/** Shorter ones are near to too many. */
const MIN_CORRECTED = 7;

/** A word that neither the language nor the catalogue has, where a letter is doubled or two have changed places. */
export function realWordNear(word: string): string | undefined {
  if (word.length < MIN_CORRECTED || isRealWord(stem(word))) return undefined;
  const single = (text: string) => text.replace(/(.)\1/g, '$1');
  const sorted = (text: string) => [...text].sort().join('');
  return [...realWords()].find(
    (other) =>
      other[0] === word[0] &&
      (single(other) === single(word) || (sorted(other) === sorted(word) && editDistance(word, other, 1) === 1)),
  );
}

/** Said of other things as often: what they have, or what they are for. */
const NO_THINGS = new Set(
  'ball band bar bath bead body bone bush cellar chain chart chip clip coin coral cover covers cuff dart deck denim drawer drum fan float foam frame gift glass hair handle hook hoop horn horse iron jar knee lace laces lead lens lid liner lock lunch magnet match mixing mount nail nest paint paper paste patch patio pearl pedal pin pins pipe plant plaster plug polish pool pouch powder punch ribbon rope scale seal seat shade sign slide sole spice spray stand strap straps suit swing switch tank tie ties tin toner train tub tube weight weights wheel wine wire wrap'.split(
    ' ',
  ),
);
let things: Set<string> | undefined;

/** Whether a word names a thing, though the catalogue may have none. */
export function isThingWord(word: string): boolean {
  things ??= new Set(
    THINGS.trim()
      .split(/\s+/)
      .filter((thing) => !NO_THINGS.has(thing))
      .map(stem),
  );
  return things.has(stem(word)) && !NO_THINGS.has(word) && !NO_THINGS.has(stem(word));
}
