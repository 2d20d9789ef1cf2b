// Words for things and what they are like, that a catalogue may lack: a skirt is no misspelt shirt.
import { BASIC_COLOURS, BASIC_MATERIALS, MATERIAL_ADJECTIVES } from '../shopping-words.ts';

const WORDS = `
apron backpack badge ball balm band bank bar basket bath bead beanie bear bedding belt bench bike bikini bin blanket blazer
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
lightning adapter lighter sleeve gazebo conditioner
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
mother father sister brother friend friends boss teacher nurse baby babies puppy kitten dog dogs cat cats horse rabbit
`;

let known: Set<string> | undefined;

export function isRealWord(word: string): boolean {
  known ??= new Set([
    ...WORDS.trim().split(/\s+/),
    ...BASIC_COLOURS,
    ...BASIC_MATERIALS,
    ...Object.keys(MATERIAL_ADJECTIVES),
  ]);
  return known.has(word);
}
