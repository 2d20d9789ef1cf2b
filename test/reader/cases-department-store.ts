// Cases on a department store catalogue: genders girls and boys but not kids, UK sizes, and brands that are common words
// ("Boots", "Coach", "Rains").

const BRANDS =
  `Philips, Bosch, Lego, Monsoon, Anker, Sony, Joseph Joseph, Le Creuset, Hay, Boots, Fat Face, Superdry, Vans, Coach, Fossil, Kindle, Rains, White Stuff, Oral-B, Tefal, IKEA, Barbour, Patagonia, Garmin, Hunter, Penguin, Converse`.split(
    ', ',
  );
const COLOURS =
  `Black, White, Mint Green, Dusty Pink, Dark Grey, Cobalt Blue, Natural, Rose Gold, Red, Yellow, Cream, Tan, Olive`.split(
    ', ',
  );
const MATERIALS = 'Cotton, Leather, Stainless Steel, Oak, Plastic, Lambswool, Linen, Suede, Ceramic'.split(', ');
/** Name, attribute values of some products, and category. */
const THINGS = `
Kettle | electric | Kitchen > Kettles
Toaster | 4 slice | Kitchen > Toasters
Frying Pan | non stick | Kitchen > Pots & Pans
Knife Set | sharp | Kitchen > Knives
Garden Chair | folding | Garden > Garden Furniture > Chairs
Parasol | large | Garden > Parasols
Lawn Mower | cordless | Garden > Lawn Mowers
Plant Pot | outdoor | Garden > Pots & Planters
Board Game | family | Toys & Games > Board Games
Building Set | castle | Toys & Games > Building Sets
Teddy Bear | soft | Toys & Games > Soft Toys
Doll | baby | Toys & Games > Dolls
Face Cream | night | Beauty > Skincare > Face Creams
Lipstick | matte | Beauty > Make-up > Lipsticks
Shampoo | dry hair | Beauty > Hair Care > Shampoos
Electric Toothbrush | rechargeable | Beauty > Oral Care > Toothbrushes
Bookcase | tall | Furniture > Bookcases
Desk | standing | Furniture > Desks
Coffee Table | round | Furniture > Tables
Bedside Lamp | touch | Lighting > Lamps
Sofa Bed | corner | Furniture > Sofas
Crime Novel | bestseller | Books > Crime & Thrillers
Cookbook | vegan | Books > Food & Drink
Headphones | wireless noise cancelling | Electronics > Audio > Headphones
Bluetooth Speaker | portable | Electronics > Audio > Speakers
TV | 55 inch 4k | Electronics > TVs
Laptop | gaming | Electronics > Laptops
Phone Case | clear | Electronics > Phone Accessories
Smartwatch | fitness | Electronics > Wearables > Smartwatches
Charger | usb c fast | Electronics > Chargers
Jumper | chunky | Clothing > Knitwear > Jumpers
Jeans | skinny | Clothing > Jeans
Dress | summer midi | Clothing > Dresses
Raincoat | waterproof | Clothing > Coats & Jackets > Raincoats
Socks | pack of 3 | Clothing > Socks
Shirt | long sleeve | Clothing > Shirts
Trainers | running | Shoes > Trainers
Wellies | tall | Shoes > Wellies
Slippers | warm | Shoes > Slippers
Handbag | crossbody | Bags > Handbags
Suitcase | cabin | Bags > Suitcases
Rucksack | hiking | Bags > Rucksacks
Tent | 4 person | Outdoor > Tents
Sleeping Bag | warm | Outdoor > Sleeping Bags
`
  .trim()
  .split('\n')
  .map((line) => line.split(' | ') as [string, string, string]);

export function* storeProducts(): Generator<object> {
  const pick = <T>(values: readonly T[], i: number) => values[i % values.length]!;
  for (let i = 0; i < 3000; i++) {
    const [name, like, category] = pick(THINGS, i);
    const brand = pick(BRANDS, i * 5 + Math.floor(i / THINGS.length));
    const isWorn = /^(?:Clothing|Shoes|Bags)/.test(category);
    const sizes = category.startsWith('Shoes') ? 'UK 5,UK 6,UK 7,UK 8,UK 9' : 'XS,S,M,L,XL,8,10,12,14';
    yield {
      id: `q${i}`,
      name: `${brand} ${i % 2 ? `${like} ` : ''}${name}`,
      brand,
      category,
      color: pick(COLOURS, i * 3 + 1),
      gender: isWorn ? pick(['Women', 'Men', 'Girls', 'Boys', 'Unisex'], i * 3) : undefined,
      material: /^(?:Books|Electronics|Beauty)/.test(category) ? undefined : pick(MATERIALS, i * 2),
      size: isWorn ? pick(sizes.split(','), i) : undefined,
      condition: 'new',
      currency: 'GBP',
      final_price: 10 + (i % 250),
      merchant: { name: pick(['Argos', 'Currys', 'ASOS', 'Waterstones', 'Boots', 'Lakeland'], i * 7) },
    };
  }
}

export const STORE_CASES = `
could you maybe find me a kettle thats not plastic around forty quid → kettle | material not_like plastic; final_price >= 32; final_price <= 48; currency = GBP
whats the cheapest tent you have for 4 people → tent for 4 people | cheapest
how much is a le creuset frying pan → frying pan | brand = Le Creuset
how much are wellies / kids ones / hunter → wellies | brand = Hunter; gender = Girls||Boys
do u have any lego sets for a 7 yr old under 30 / 40 is fine too → sets | brand = Lego; gender = Girls||Boys; final_price <= 40
jeans or a skirt for my sister size 12 → jeans or skirt | size = 12; gender = Women
55 inch tv under 600 / sony or philips / no the sony one → 55 inch tv | brand = Sony; final_price <= 600
red dress size 10 / same but in blue / actually forget the size → dress | color like blue
socks pack of 3 not black / nothing over a tenner → socks pack 3 | color not_like black; final_price <= 10; currency = GBP
something for a christening maybe a teddy / under 25 pls → christening teddy | final_price <= 25
monsoon dress / show everything from monsoon / under 50 → dress | brand = Monsoon; final_price <= 50
hey i wanna see trainers vans or converse both is fine / in white / uk 7 → trainers | brand = Vans||Converse; color like white; size = UK 7
headphones wirless noise canceling btwn 80 n 150 → headphones wireless noise canceling | final_price >= 80; final_price <= 150
i already have a toaster i need a kettle → kettle
is there anything for dry hair / shampoo → dry hair shampoo
cookbook for my mum shes vegan / less than 20 → cookbook vegan | gender = Women; final_price <= 20
garden chairs / set of 4 / no metal → set 4 garden chairs | | unchecked metal
laptop for gaming not more than 1k / ok 1200 max → laptop for gaming | final_price <= 1200
handbag coach or fossil / any colour but brown / show me the next ones → handbag | brand = Coach||Fossil; color not_like brown | page next
pls can u show me some slippers for my grandad size 9 nothin too expensive → slippers | size = UK 9; gender = Men; cheapest
any chance you sell lawn mowers / cordless / bosch only → cordless lawn mowers | brand = Bosch
im looking for a coffee table but it cant be glass → coffee table | | unchecked glass
i want a raincoat. yellow or olive. womens. medium. → raincoat | color like yellow||olive; size = M; gender = Women
trainers that arent white or black under 70 / make it 90 / and size 8 → trainers | color not_like white||black; size = 8||UK 8; final_price <= 90
whats a good present for a 10 year old girl about 25 quid → | gender = Girls; final_price >= 20; final_price <= 30; currency = GBP | unchecked age 10
smartwatch garmin or sony / which is cheaper → smartwatch | brand = Garmin||Sony; cheapest
toaster / 4 slice / red / hmm no cream → 4 slice toaster | color like cream
tefal pan set / something else / kettle / tefal again → kettle | brand = Tefal
show me jumpers in lambswool / too pricey / show me more → jumpers | material like lambswool; final_price < 80 | page next
hello can you help me find a desk / standing one / white oak / 150 to 300 → standing desk | color like white; material like oak; final_price >= 150; final_price <= 300
bluetooth speakr for the garden waterproof max £45 → bluetooth speaker for garden waterproof | final_price <= 45; currency = GBP
sofa bed / 2 seater / cheaper than 400 / start again / bedside lamp → bedside lamp
boots face cream / at boots → face cream | brand = Boots; merchant.name = Boots
do you price match → | | talk orders
i dont like these / show me different ones → | | talk nothing_shown
i need either a frying pan or a knife set for a new flat under 60 → frying pan or knife set flat | final_price <= 60
do you do wellies in kids sizes / size 6 / hunter if possible → wellies | brand = Hunter; size = UK 6; gender = Girls||Boys
ok so im looking for a tent that fits 4 ppl, budget is about 150 → tent for 4 people | final_price >= 120; final_price <= 180
black jeans 4 men not skinny / xl / up to 45 quid → jeans | color like black; size = XL; gender = Men; name||description||brand not_like skinny; final_price <= 45; currency = GBP
show me sum nice handbags 4 my mums bday 50-80 → handbags | gender = Women; final_price >= 50; final_price <= 80
lego / what else you got for boys / not lego tho → | brand != Lego; gender = Boys
a shirt in linen plz, long sleeve, white or cream, L → shirt long sleeve | color like white||cream; size = L; material like linen
can i get trainers cheaper than 50? / i'd prefer vans / ok maybe converse as well → trainers | brand = Vans||Converse; final_price <= 50
electric toothbrush oral b / whats the difference between them → electric toothbrush | brand = Oral-B | ask
whats cheaper a kettle or a toaster → kettle or toaster | cheapest
night cream for dry skin no perfume / anything from boots / below 15 → night cream for dry skin | merchant.name = Boots; final_price <= 15
i'd like to spend no more than 30 on a teddy bear → teddy bear | final_price <= 30
show me your cheapest laptop / bit better / under 500 tho → laptop | final_price >= 80; final_price <= 500
garden furniture / just chairs / wooden / not oak → chairs | material not_like oak
womens superdry jacket or raincoat size 12 sale only → jacket or raincoat | brand = Superdry; size = 12; gender = Women; on_sale = true
do you have anything by patagonia? / in medium / mens → | brand = Patagonia; size = M; gender = Men
charger usb c 20w / 2 pack → 2 pack charger usb c 20w
thanks bye → | | talk thanks
hiya after a bookcase, tall one, natural colour, 100ish → bookcase tall | color like natural; final_price >= 80; final_price <= 120
need shampoo and conditioner for curly hair → shampoo or conditioner for curly hair
what have you got in the way of board games for 2 players → board games for 2 players
barbour rain coat in olive mens L / got it in black / what about hunter → rain coat | brand = Hunter; color like black; size = L; gender = Men
i saw a nice lamp from ikea for 35 → lamp | brand = IKEA; final_price <= 35
headphones sony / over ear → ~over-ear headphones | brand = Sony
forget the trainers show me slippers → slippers
white trainers uk 6 / forget the trainers, show me slippers / cotton → slippers | material like cotton
dress for a wedding guest, not white obvs, midi, size 14 → dress for wedding guest midi | color not_like white; size = 14
suitcases / smaller / no bigger / max 90 → suitcases | final_price <= 90
is the cheapest one any good → | cheapest | ratings
tvs / the first one looks good / anything like that but cheaper → | final_price < 120; like Nike Black thing
doll or teddy for my niece shes 3 / max 20 / teddy then → teddy | gender = Girls; final_price <= 20
smart watch for running w gps, 150 - 250 pounds → smart watch for running with gps | final_price >= 150; final_price <= 250; currency = GBP
£20 max socks for men, 5 pairs → socks 5 pairs | gender = Men; final_price <= 20; currency = GBP
is there a discount on the le creuset stuff → | brand = Le Creuset; on_sale = true
cancel that / show me rucksacks for hiking 40l → rucksacks for hiking 40l
got any frying pans that work on induction → frying pans induction
i need a gift for my bf, he likes cooking, around 40 → cooking | final_price >= 32; final_price <= 48
jeans blue or black size 12 / what about in grey → jeans | color like grey; size = 12
trainers / in red / no wait green / or olive → trainers | color like green||olive
id rather have leather / handbag → handbag | material like leather
looking 4 a parasol, doesnt matter what colour, not over 80 → parasol | final_price <= 80
lamp for reading in bed / warm light / rose gold if you have it → warm light lamp for reading bed | color like rose gold
philips or bosch kettle under £50 with temperature control → kettle with temperature control | brand = Philips||Bosch; final_price <= 50; currency = GBP
i want them cheaper / dress → dress | cheapest
monsoon dresses / not monsoon then / cheapest please → dresses | brand != Monsoon; cheapest
are there any suitcases with 4 wheels less than 100 → suitcases with 4 wheels | final_price <= 100
sleeping bag for minus 5 degrees / 2 of them → sleeping bag for minus 5 degrees | | talk agreed
have u got dresses with pockets / cotton or linen / anything but black / size s → dresses with pockets | color not_like black; size = S; material like cotton||linen
who sells garmin watches → watches | brand = Garmin
boys trainers size 5 school shoes black → trainers school shoes | color like black; size = UK 5; gender = Boys
show me laptops over 500 / between 300 and 400 actually / sony → laptops | brand = Sony; final_price >= 300; final_price <= 400
i changed my mind, not a desk, a bookcase → bookcase | name||description||brand not_like desk
raincoats and wellies for a toddler → raincoats or wellies | gender = Girls||Boys
speaker portable / more bass / what about anker / go back → speaker portable | brand = Anker | talk undo
hey do you have the lego castle set / how much is it → castle set | brand = Lego | ask price
white shirt mens slim fit 15 inch collar → shirt slim fit 15 inch collar | color like white; gender = Men
socks / wool / no not wool cotton → socks | material like cotton; material not_like wool
something to keep my coffee warm → coffee warm
couple of garden chairs foldable max 35 each → garden chairs foldable | final_price <= 35
any vegan cookbooks / and for kids → vegan cookbooks | gender = Girls||Boys
i want vans / black / size 8 / any trainers not just vans → trainers | color like black; size = 8||UK 8
tent 2 person / 3 person / cheap one → 3 person tent | cheapest
gaming laptop 16gb ram min 1tb → 1tb gaming laptop 16gb ram | | unchecked min 1tb
big teddy for valentines for gf → big teddy valentines | gender = Women
lamp white/cream touch → lamp touch | color like white||cream
dresses £30-50 / no more than 40 → dresses | final_price >= 30; final_price <= 40; currency = GBP
headphones / anything under 30? / ok 50 then / sony / remove sony → headphones | final_price <= 50
i need it by tomorrow / suitcase → suitcase
trainers like the ones from vans but cheaper → trainers | brand = Vans; cheapest
knives sharp ones not ceramic / joseph joseph do any? → knives sharp | brand = Joseph Joseph; material not_like ceramic
whats on offer / toys / for girls → toys | gender = Girls; on_sale = true
ikea desk with out drawers 100 - 120 → desk | brand = IKEA; final_price >= 100; final_price <= 120 | unchecked drawers
could u show me kettles from bosch or tefal please, ideally white → kettles | brand = Bosch||Tefal; color like white
need a birthday present for my 8 yr old nephew, 15 to 25 pounds → | gender = Boys; final_price >= 15; final_price <= 25; currency = GBP | unchecked age 8
mid length dress with sleeves for a funeral → mid length dress with sleeves for funeral
coach handbag in tan leather / similar but not coach / max 120 → handbag | brand != Coach; color like tan; material like leather; final_price <= 120
jumpers / m / blue / not cobalt → jumpers | color like blue; color not_like cobalt; size = M
lawn mower for small garden / electric not petrol / how about bosch → electric lawn mower for small garden | brand = Bosch
i hate pink. show me girls rucksacks → rucksacks | color not_like pink; gender = Girls
show me all the trainers u have under 40 / sort by price → trainers | final_price <= 40; cheapest
round or square coffee table → round or square coffee table
headphones wired or wireless dont mind which / under 25 → headphones wired or wireless | final_price <= 25
is there a garmin watch that costs less than 200 → watch | brand = Garmin; final_price <= 200
toothbrush heads oral b 8 pack / cheaper ones / 4 pack is ok → 4 pack toothbrush heads | brand = Oral-B; final_price < 80
rains raincoat / do they do it in black / in large → raincoat | brand = Rains; color like black; size = L
want sumthing comfy for my feet → comfy feet
slippers / these look good but i want suede / ok show me the next page → slippers | material like suede | page next
tv 43 inch / actually make it 50 inch / max 400 → 50 inch tv | final_price <= 400
fossil watch womens rose gold / without the brand → watch | color like rose gold; gender = Women
can you order me a pizza → | | talk orders
trainers, wellies and slippers for men in size 9 → trainers wellies or slippers | size = UK 9; gender = Men
evening all, wheres the cheapest place for sony headphones → headphones | brand = Sony; cheapest
yellow wellies girls size 5 not plastic → wellies | color like yellow; size = UK 5; material not_like plastic; gender = Girls
i could do with a new suitcase, preferably red or black, no more than 75 quid → suitcase | color like red||black; final_price <= 75; currency = GBP
coffee table round / oak / 80cm / anything cheaper → 80cm coffee table round | material like oak; final_price < 80
show me face creams without parabens / with spf 30 → ~spf 30 face creams
desks, any but not ikea → desks | brand != IKEA
leather or suede slippers for dad in brown → slippers | color like brown; material like leather||suede; gender = Men
parasol or gazebo for the garden / with led lights → parasol or gazebo for garden with led lights
penguin books about dogs → books dogs | brand = Penguin
tell me about the third / lipsticks → lipsticks
board games / for 2 players / 4 players actually → 4 players board games
i dont need anything right now thanks → | | talk thanks
shirts, cotton, blue, 20 to 40, long sleeve, no polyester → shirts long sleeve | color like blue; material like cotton; final_price >= 20; final_price <= 40 | unchecked polyester
kettel / stainles steel / les than 40 → kettle | material like stainless steel; final_price <= 40
fatface jumper / discout → jumper | brand = Fat Face; on_sale = true
sony headphones / bose? / sony again → headphones | brand = Sony
trainers / size 7 or 8 / white / just 8 → trainers | color like white; size = 8||UK 8
trainers under 60 / can you go lower → trainers | final_price <= 60; cheapest
socks / 3 pairs / no 5 pairs → 3 pairs socks | size != 5 PAIRS
lipstick under 10 / i want better ones → lipstick | final_price <= 10; dearest
lego / star wars / not the death star → star wars | brand = Lego | unchecked death star
tent in blue or grey / whichever is cheaper → tent | color like blue||grey; cheapest
board game for ages 10 and up under 20 → board game | gender = Girls||Boys; final_price <= 20 | unchecked age 10
bedside lamp / warm light → warm light bedside lamp
trainers for a 5yr old girl → trainers | gender = Girls | unchecked age 5
most expensive laptop / something more reasonable → laptop | final_price < 80
handbag / the 3rd looks nice, tell me more → handbag | | product Puma
handbag / other styles → handbag | | page next
jumper 40 quid-ish / nope too much, 30 → jumper | final_price <= 30; currency = GBP
laptop / student discount? → laptop | | talk codes
tv 43 inch / no bigger → tv 43 inch | | unchecked bigger
birthday present for my niece / soft toy → soft toy | gender = Girls
jumper / any discount? → jumper | on_sale = true
headphones / sony / or grado → ~grado headphones | brand = Sony
tent with lights and hooks → tent with lights hooks
lamp, brass or tan → lamp brass | color like tan
trainers womens 5.5 → trainers | size = 5.5; gender = Women
sofa bed / pet friendly → ~pet friendly sofa bed
red dress / more colours → dress | color like red
green jumper / similar in red → jumper | color like red
coat / emerald green → coat | color like green
bedside lamp / warm white → bedside lamp | color like white
jumper / camel → jumper | color like camel
curtains 90x90 / or 120x90 → curtains 90x90 or 120x90
curtains 90x90 / 120x90 → 120x90 curtains
garden chair / 2 of / green → garden chair | color like green
kettle / delivery to ireland? → kettle | | talk delivery
shampoo / pouches → ~pouches shampoo
toaster / philips or morphy richards → ~morphy richards toaster | brand = Philips
slippers / gift for dad → slippers | gender = Men
rucksack / fits a 15 inch laptop → rucksack for 15 inch laptop
laptop / refurbished too → laptop
coffee table white / 2 drawers → 2 drawers coffee table | color like white
garden chair / 100 for both → garden chair | final_price <= 100
trainers / the cheapest three → ~three trainers | cheapest
board game / age 8+ → board game | gender = Girls||Boys | unchecked age 8
jumper 30% off / no discount is fine too → jumper
headphones / sub 60 → headphones | final_price <= 60
laptop / half a grand max → laptop | final_price <= 500
trainers / second page → trainers | | page 1
lipstick / not pink tones → lipstick | color not_like pink
sofa bed / delivery before christmas → sofa bed | | talk delivery
coffee table / w storage → coffee table with storage
red jumper / what about raincoats / same colour → raincoats | | talk agreed
bedside lamp / 3 lamps → 3 lamps bedside lamp
gift for a teacher / mug or candle / no candle → mug teacher | | unchecked candle
trainers mens 9 wide → trainers wide | gender = Men
shirt / short sleeve → short sleeve shirt
55 inch tv / 4k → 4k 55 inch tv
tv under 4k → tv | final_price <= 4000
sofa bed 300 → sofa bed | final_price <= 300
red trainers 80 → trainers | color like red; final_price <= 80
tv 55 → tv 55
raincoat mens L not cotton → raincoat | size = L; material not_like cotton; gender = Men
are these real leather / show only leather handbags → handbags | material like leather
slippers / i dont want suede anymore → slippers | material not_like suede
hiking boots → hiking boots
shampoo boots → shampoo | brand = Boots
jumper 14 navy → jumper | color like navy; size = 14
jeans 12 long → jeans long | size = 12
barbour jacket 200 → jacket | brand = Barbour; final_price <= 200
shirt size L, not XL → shirt | size = L; size != XL
lamp / white cream or natural → lamp | color like white||cream||natural
lamp olive green or black → lamp | color like olive||green||black
ladies raincoat size 14 / have u got it in a 16 → raincoat | size = 16; gender = Women
kettle under 40 / i could pay 50 → kettle | final_price <= 50
kettle under 40 / i'm happy to pay up to 50 → kettle | final_price <= 50
kettle / closer to 30 → kettle | final_price >= 24; final_price <= 36
kettle / around the 30 mark → kettle | final_price >= 24; final_price <= 36
kettle / 25-35 would be ideal → kettle | final_price >= 25; final_price <= 35
white kettle / white isn't my thing → kettle | color not_like white
white kettle / colour is up to you → kettle
philips kettle / philips or similar → kettle | brand = Philips
kettle / who makes it → kettle | | ask brand
kettle / anywhere but argos → kettle | merchant.name != Argos
white kettle / do you also have toasters → toasters
white kettle / moving on to toasters → toasters
white kettle / new topic → | | talk reset
kettle / ta very much → kettle | | talk thanks
kettle / can you hold one for me → kettle | | talk orders
kettle / can i use a gift card → kettle | | talk orders
kettle / what time is it → kettle | | talk chatter
kettle / surprise me → kettle | | talk browsing
oak desk / white instead → desk | color like white; material like oak
white desk / oak instead → desk | color like white; material like oak
lipsticks red / another shade → lipsticks | color not_like red
toaster 2 slice cream / same in a kettle → kettle | color like cream
laptop under 600 / what about tablets → tables | final_price <= 600
garden chair / delivered free → garden chair | ship_price = 0
need summat for the missus birthday / handbag / 80 quid ish → handbag | gender = Women; final_price >= 64; final_price <= 96; currency = GBP
blokes trainers / cheap as chips → trainers | gender = Men; cheapest
desk / white or oak → desk | material like oak
bed linen double / cotton → bed linen double | material like cotton
fancy a new lamp for the bedroom → lamp for bedroom
`;
