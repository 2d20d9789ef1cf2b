// Cases on an American general store catalogue: dollars, "Womens" and "Mens", plain shoe sizes, and some used and
// refurbished products.

const BRANDS =
  `Sony, KitchenAid, Keurig, Levi's, Carhartt, Skechers, Crocs, New Balance, Instant Pot, Hydro Flask, Samsung, HP, Dell, JBL, Cuisinart, Calvin Klein, Columbia, Fisher-Price, Barbie, Purina, Nike, Adidas, Under Armour, Black & Decker, Dewalt, Yeti, Coleman, Apple, LG, Bose, Tommy Hilfiger, Champion, Ugg, The North Face, Graco`.split(
    ', ',
  );
const COLOURS =
  'Black, White, Gray, Navy, Royal Blue, Red, Pink, Beige, Dark Green, Brown, Purple, Silver, Clear, Rose Gold, Multicolor, Orange, Teal, Blue Velvet'.split(
    ', ',
  );
const MATERIALS =
  'Cotton, Polyester, Genuine Leather, Suede, Stainless Steel, Wood, Glass, Ceramic, Fleece, Denim, Faux Leather, Nylon, Memory Foam'.split(
    ', ',
  );
/** Name, attribute values of some products, and category. */
const THINGS = `
Coffee Maker | 12 cup programmable | Home & Kitchen > Coffee Makers
Blender | personal | Home & Kitchen > Blenders
Air Fryer | 6 quart | Home & Kitchen > Air Fryers
Skillet | nonstick 12 inch | Home & Kitchen > Cookware > Skillets
Water Bottle | insulated 32 oz | Sports & Outdoors > Water Bottles
Cooler | wheeled | Sports & Outdoors > Coolers
Tent | 6 person | Sports & Outdoors > Tents
Yoga Mat | non slip | Sports & Outdoors > Yoga Mats
Sleeping Bag | mummy | Sports & Outdoors > Sleeping Bags
Bike | mountain | Sports & Outdoors > Bikes
Running Shoes | trail | Shoes > Running Shoes
Sneakers | high top | Shoes > Sneakers
Boots | work steel toe | Shoes > Boots
Sandals | slide | Shoes > Sandals
Clogs | classic | Shoes > Clogs
Slippers | fuzzy | Shoes > Slippers
Jeans | slim fit | Clothing > Jeans
T-Shirt | graphic | Clothing > T-Shirts
Hoodie | zip up | Clothing > Hoodies & Sweatshirts
Jacket | puffer | Clothing > Jackets
Dress | maxi floral | Clothing > Dresses
Leggings | high waist | Clothing > Leggings
Socks | crew | Clothing > Socks
Backpack | laptop | Bags > Backpacks
Purse | crossbody | Bags > Purses
Wallet | slim | Bags > Wallets
Carry-On Suitcase | hard shell | Bags > Luggage
Headphones | noise cancelling over ear | Electronics > Headphones
Earbuds | wireless in ear | Electronics > Earbuds
Picture Frame | collage | Home & Kitchen > Picture Frames
Razor Blades | refill | Beauty > Razor Blades
Laptop | gaming 15 inch | Electronics > Laptops
TV | 65 inch smart | Electronics > TVs
Phone Case | slim | Electronics > Phone Cases
Tablet | 10 inch | Electronics > Tablets
Bluetooth Speaker | waterproof | Electronics > Speakers
Printer | all in one | Electronics > Printers
Monitor | 27 inch | Electronics > Monitors
Drill | cordless | Tools > Drills
Tool Set | mechanics | Tools > Tool Sets
Dog Food | grain free | Pets > Dog Food
Cat Tree | tall | Pets > Cat Trees
Dog Bed | orthopedic large | Pets > Dog Beds
Doll | fashion | Toys > Dolls
Stroller | lightweight | Baby > Strollers
Car Seat | convertible | Baby > Car Seats
Office Chair | ergonomic | Furniture > Office Chairs
Desk | standing | Furniture > Desks
Couch | sectional | Furniture > Couches
Area Rug | 8x10 | Furniture > Rugs
Sheets | queen | Bedding > Sheets
Comforter | king | Bedding > Comforters
Pillow | bed | Bedding > Pillows
Watch | digital | Jewelry > Watches
Necklace | pendant | Jewelry > Necklaces
Sunglasses | polarized | Accessories > Sunglasses
`
  .trim()
  .split('\n')
  .map((line) => line.split(' | ') as [string, string, string]);

export function* generalStoreProducts(): Generator<object> {
  const pick = <T>(values: readonly T[], i: number) => values[i % values.length]!;
  for (let i = 0; i < 4000; i++) {
    const [name, like, category] = pick(THINGS, i);
    const brand = pick(BRANDS, i * 3 + Math.floor(i / THINGS.length));
    const isWorn = /^(?:Clothing|Shoes)/.test(category);
    const sizes = category.startsWith('Shoes') ? '5,6,7,7.5,8,8.5,9,10,11,12' : 'XS,S,M,L,XL,XXL';
    yield {
      id: `u${i}`,
      name: `${brand} ${Math.floor(i / THINGS.length) % 2 ? `${like} ` : ''}${name}`,
      brand,
      category,
      color: pick(COLOURS, i * 5 + 2),
      gender: isWorn ? pick(['Womens', 'Mens', 'Kids', 'Unisex'], i * 3) : undefined,
      material: /^(?:Electronics|Pets|Toys)/.test(category) ? undefined : pick(MATERIALS, i * 3),
      size: isWorn ? pick(sizes.split(','), i) : undefined,
      condition: pick(['new', 'new', 'new', 'used', 'refurbished'], i),
      currency: 'USD',
      final_price: 10 + (i % 400),
      merchant: { name: pick(['Walmart', 'Target', 'Best Buy', 'Kohls', "Macy's", 'REI', 'Chewy'], i * 11) },
    };
  }
}

export const GENERAL_STORE_CASES = `
looking for noise cancelling headphones / under 200 / sony or bose / not refurbished → noise cancelling headphones | brand = Sony||Bose; condition != refurbished; final_price <= 200
air fryer around $100 / make that 150 / cuisinart or instant pot → air fryer | brand = Cuisinart||Instant Pot; final_price >= 120; final_price <= 180; currency = USD
show me tvs / 65 inch / samsung / anything else than samsung → 65 inch tvs | brand != Samsung
coolers / yeti / too expensive / coleman then → coolers | brand = Coleman; final_price < 80; currency = USD
mens wallet leather / real leather not faux / brown → wallet | color like brown; material = Genuine Leather; gender = Mens; name||description||brand not_like faux
sandals for women / ugg / any color / size 7.5 / what about crocs → sandals | brand = Crocs; size = 7.5; gender = Womens
standing desks / nothing used → standing desks | condition != used
mens running shoes size 10 / make that 10 and a half → running shoes | size = 10.5; gender = Mens
i'm on a tight budget, need a laptop / under 400 ideally → laptop | final_price <= 400; cheapest
tv no bigger than 50 inch → tv | | unchecked no bigger than 50 inch
printer all in one / hp / wireless / how about epson → ~epson wireless printer all-in-one | brand = HP
t shirts not polyester / 100% cotton / pack of 5 → pack 5 t shirts | material like cotton; material not_like polyester
backpack under 70 / i don't like these → backpack | final_price <= 70 | page next
slippers for my mom and dad → slippers | gender = Womens||Mens
sneakers not nike, adidas, or under armour → sneakers | brand != Nike||Adidas||Under Armour
boots in brown / black works too → boots | color like brown||black
laptops / with at least 16gb of ram → ~ram 16gb laptops | | unchecked at least 16gb
luggage / carry on / leggings, plus size → leggings plus-size
running shoes / brooks / ok then nike → running shoes | brand = Nike
wooden desk / no glass → desk | material like wood; material not_like glass
tv for the bedroom / 43 inch max → tv bedroom | | unchecked 43 inch max
wallet in brown / does it come in navy → wallet | color like navy
air fryer / on sale or clearance → air fryer | on_sale = true
cooler / wow expensive → cooler | final_price < 80; currency = USD
dog bed / for large dogs → dog bed for large dogs
jacket / nothing too heavy / show me what you got → jacket | | talk agreed
i want to get my boyfriend a watch / about 150 → watch | gender = Mens; final_price >= 120; final_price <= 180
i'm redecorating, looking for rugs / not star wars → rugs | | unchecked star wars
headphones / wireless / wired instead → ~wired headphones
gaming laptop / not gaming → laptop | name||description||brand not_like gaming
headphones with mic / actually no mic → headphones | | unchecked mic
skillet / bamboo / or stainless steel → skillet | material like stainless steel
desk / that's too big → ~big desk
tent / 3 for 2 / compare the first and second → tent | | ask 1
something for the office / chair → office chair
water bottle / outdoor → outdoor water bottle
jacket for my wife / shes a medium → jacket | size = M; gender = Womens
skillet / cast iron / no, nonstick → nonstick skillet
carry-on suitcase or purse / for travel / just purses → purses
boots size 9 / or 10 → boots | size = 9||10
tablet not for kids / two of them / under 50 → tablet | gender != Kids; final_price <= 50
north face backpack / a set → set backpack | brand = The North Face
watch around 200 / 150 actually → watch | final_price >= 120; final_price <= 180
tool set under 50 / cheaper → tool set | final_price <= 50; cheapest
tool set / where can i get it → tool set | | ask shop
boots on sale / no discount needed → boots
i want to return my shoes → | | talk orders
boots / thanks a lot for your help → boots | | talk thanks
black nike boots / i also need a jacket → jacket
black nike boots / change black to brown → boots | brand = Nike; color like brown
shoes for guys → shoes | gender = Mens
sneakers 8.5 → sneakers | size = 8.5
sneakers us 9 → sneakers | size = US 9
sneakers size 8 to 9 → sneakers | size = 8||8.5||9
sneakers size nine and a half → sneakers | size = 9.5
want 2 buy a couch → couch
red couch between $300 & $600 → couch | color like red; final_price >= 300; final_price <= 600; currency = USD
couch less then 300 → couch | final_price <= 300
couch max. 300 → couch | final_price <= 300
couch ≤ 300 → couch | final_price <= 300
running shoes / brooks / or nike → running shoes | brand = Nike
black+decker drill → drill | brand = Black & Decker
tablet pre-loved → tablet | condition = used
bluetooth speaker / small / what have u got → bluetooth speaker | size = S | talk agreed
hoodies / small → hoodies | size = S
levi jeans → jeans | brand = Levi's
pillows / 15 each → pillows | final_price <= 15
boots / cheap as possible → boots | cheapest
lipstick pink or nude → lipstick | color like pink||nude
curling tongs / do you sell hair dryers → hair dryers
carry-on suitcase / medium → carry-on suitcase | size = M
blender / at least 30 at most 60 → blender | final_price >= 30; final_price <= 60
blender with glass jar / red is ugly → blender with glass jar | color not_like red
jackets in L / no XL → jackets | size = L; size != XL
jackets / no XL → jackets | size != XL
tv / 65 inch or 55 inch → 65 inch or 55 inch tv
navy hoodie / no hoodie, a jacket → jacket | name||description||brand not_like hoody||hoodie
tent / 4 person / no, 6 person → 6 person tent
blender / cuisinart or ninja or kitchenaid → ~ninja blender | brand = Cuisinart||KitchenAid
chess set → chess set
socks, five to ten dollars → socks | final_price >= 5; final_price <= 10; currency = USD
black nike boots / no thanks, show me jackets → jackets
black nike boots / oops, i meant jackets → jackets | brand = Nike; color like black
black nike boots / actually, jackets instead → jackets
hp printer / max ninety / epson? / ok hp → printer | brand = HP; final_price <= 90
evening → | | talk greeting
desk / around 120cm wide → ~wide 120cm desk | | unchecked around 120cm
slippers for my husband / he wears size 11 → slippers | size = 11; gender = Mens
grain free dog food / purina / actually cat food → cat food | brand = Purina
nike or adidas boots / either one → boots | brand = Nike||Adidas | talk agreed
couches in gray / beige would work too → couches | color like gray||beige
laptop under 500 / can i pay monthly → laptop | final_price <= 500 | talk orders
what are your opening hours → | | talk people
blender, cuisinart or ninja → blender or ninja | brand = Cuisinart
gift for my mother, something for the office → office | gender = Womens
smart watch heart rate → smart watch heart rate
boots / not the first one → boots | | page next
boots / anything but the second → boots | | page next
boots / more details → boots | | product Nike
boots / full specs please → boots | | product Nike
boots / used is ok too → boots
boots / brown would be lovely → boots | color like brown
tv / delivery tomorrow? → tv | | talk delivery
tv / how much is shipping → tv | | talk delivery
tv with free delivery → tv | ship_price = 0
black boots / nvm, a tablet → tablet
laptop / 16gb ram min → ~ram 16gb laptop
wots the cheapest blender → blender | cheapest
large dog bed / medium → large dog bed | size = M
queen size sheets → queen-size sheets
tent 2 man / actually 4 man → 4 man tent
tv / can it be delivered to my door → tv | | talk delivery
gift for my mom who likes camping / around 50 / cooler → camping cooler | final_price >= 40; final_price <= 60
boots / could you leave out anything by ugg → boots | brand != Ugg
red boots / any color except pink → boots | color not_like pink
black boots / start from the beginning → | | talk reset
monitor / 144hz or higher → 144hz monitor | | unchecked 144hz or higher
tv / do you install it → tv | | talk orders
tv / not expensive → tv | cheapest
couch, 3-400 dollars → couch | final_price >= 300; final_price <= 400; currency = USD
i'm furnishing my flat, need a small desk → small desk
jacket / is the first waterproof → jacket | | ask 1 waterproof
jacket / does the second one have a hood → jacket | | ask 2 hood
jacket / thanx → jacket | | talk thanks
light switch → light switch
black boots / switch to brown → boots | color like brown
dog food / and cat food → cat food
boots / gore tex / meindl → ~meindl boots
desk / is assembly included → desk | | talk orders
jacket / discount only → jacket | on_sale = true
tv / black friday deals → tv | on_sale = true
steel toe boots → steel toe boots
watch / leather strap → leather strap watch
bed linen → bed linen
red wine glasses → red wine glasses
olive oil → olive oil
air fryer / gourmia / cosori → ~cosori air fryer
air fryer / gourmia / or cosori → ~cosori air fryer
desk 120cm / or 100cm → desk 120cm or 100cm
boots / skirts → ~skirts boots
boots / a skirt → skirt
red nike boots size 9 / and hoodies in the same color → hoodies | brand = Nike; color like red; size = 9
nike boots under 50 / a jacket, same brand → jacket | brand = Nike; final_price <= 50
nike air max 90 → air max 90 | brand = Nike
tommy jeans → jeans | brand = Tommy Hilfiger
charcoal grill → charcoal grill
i need 4 blue office chairs → office chairs | color like blue
6 person tents → 6 person tents
coffee maker / is it quiet → coffee maker | | ask quiet
coffee maker / is it available in red → coffee maker | color like red
headphones / not third party → headphones | | unchecked third-party
sneakers / not the first one but the second → sneakers | | product Asics
bike / my budget is between 100 and 150 usd → bike | final_price >= 100; final_price <= 150; currency = USD
bike under 100 / a bit more expensive is ok → bike
bike under 100 / it can cost a bit more → bike
earbuds / whats your name → earbuds | | talk who
sunglasses 20% off under 50 / make that 30 → sunglasses | final_price <= 30; sale_discount >= 0.2
wat r the cheapest running shoes u got → running shoes | cheapest
office chair that doesn't squeak → office chair | | unchecked squeak
nike shoes / also reebok → ~reebok shoes | brand = Nike
shoes / which one would you recommend → shoes | | talk ratings
what is the capital of france → | | talk chatter
shoes / perfect → shoes | | talk thanks
shoes / ok → shoes | | talk agreed
running sandles → running sandals
tv 65 inch / 55 → tv 55 inch
tv 65 inch / 500 → tv 65 inch | final_price <= 500
sneakers under 80 / bump it to 100 → sneakers | final_price <= 100
sneakers under 80 / start a new search → | | talk reset
sleeping bag / coleman preferred → sleeping bag | brand = Coleman
earbuds / black or white doesnt matter → earbuds | color like black||white
shoes under 100 / can you find a better deal → shoes | final_price < 80; currency = USD
shoes / these are out of my price range → shoes | final_price < 80; currency = USD
shoes / thats more than i wanted to spend → shoes | final_price < 80; currency = USD
shoes / i can't afford that → shoes | final_price < 80; currency = USD
shoes / i want to spend less → shoes | final_price < 80; currency = USD
shoes / got any that cost less → shoes | final_price < 80; currency = USD
shoes / 60 would be my limit → shoes | final_price <= 60
shoes / cap it at 60 → shoes | final_price <= 60
shoes / stay below 60 → shoes | final_price <= 60
shoes / max price 60 → shoes | final_price <= 60
shoes / prices between 40 and 60 → shoes | final_price >= 40; final_price <= 60
shoes under 60 / i don't care how much it costs → shoes
shoes under 60 / money doesn't matter → shoes
shoes / don't show sold out ones → shoes | in_stock = true
shoes / which stores sell it → shoes | | ask shop
shoes / high to low → shoes | dearest
shoes / sort from low to high → shoes | cheapest
shoes / lets look for jackets → jackets
shoes / ok thanks → shoes | | talk thanks
shoes / no thats it → shoes | | talk thanks
shoes / how long for delivery → shoes | | talk delivery
shoes / when will i get it → shoes | | talk delivery
shoes / what do people say about it → shoes | | talk ratings
shoes, running, mens, 10, black or gray → shoes running | color like black||gray; size = 10; gender = Mens
price: under 50, category: backpacks → backpacks | final_price <= 50
under armor hoodie → hoodie | brand = Under Armour
couch no leather gray or beige max 700 → couch | color not_like gray||beige; material != Genuine Leather||Suede||nubuck; final_price <= 700
boots not black leather → boots | color not_like black; material != Genuine Leather||Suede||nubuck
laptops at 500 → laptops | final_price <= 500
laptops with 10% - 20% off → laptops | sale_discount >= 0.1; sale_discount <= 0.2
laptops on sale / no discount → laptops
fake leather couch → couch | material like faux leather
stroller / used is not ok → stroller | condition != used
chair 30% off / i dont need the discount → chair
stroller / who made you → stroller | | talk who
boots under 80 / double that → boots | final_price <= 160
boots under 80 / 20 less → boots | final_price <= 60
boots under 80 / 10 more dollars → boots | final_price <= 90
not a gaming laptop → laptop | name||description||brand not_like gaming
perfume / not too sweet → perfume | | unchecked sweet
3 red candles → candles | color like red
something cheap → | cheapest
lg tv → tv | brand = LG
large hoodie → hoodie | size = L
running shoes / brooks / size 8.5 / brooks or asics → ~brooks ~asics running shoes | size = 8.5
black sneakers / im also looking for a hoodie → hoodie
boots / don't show me nike → boots | brand != Nike
boots / not a fan of nike → boots | brand != Nike
boots / nike is a no → boots | brand != Nike
sneakers / same as the second one but in blue → | color like blue; like Asics White thing
sneakers / is that all → sneakers | | page next
sneakers / clear search → | | talk reset
sneakers / cya → sneakers | | talk goodbye
my item arrived broken → | | talk orders
will it rain tomorrow → | | talk chatter
is shipping free → | | talk delivery
air fryer / ninja or cuisinart → ~ninja air fryer | brand = Cuisinart
sunglasses / ray ban / any brand → sunglasses
running shoes / brooks / another brand → running shoes | brand != Nike
kids sneakers / light up → light-up sneakers | gender = Kids
cheap drill / price doesn't matter → drill
mom's birthday present / purse → purse | gender = Womens
monitor / 4k → 4k monitor
birthday gift for my wife / jewelry / necklace → necklace
nike shoes under 80 / sandals → sandals
nike shoes under 80 / hoodies → hoodies
car seat graco or similar under 180 → car seat | brand = Graco; final_price <= 180
tv / blender → blender
tv / is number two in stock → tv | | ask 2 stock
couch with 40% knocked off → couch | sale_discount >= 0.4
carhartt work pants → work pants | brand = Carhartt
men's Carhartt work boots under 150 → work boots | brand = Carhartt; gender = Mens; final_price <= 150
red boots / black would also work → boots | color like red||black
nike shopping bag → shopping bag | brand = Nike
show me stock pots → stock pots
carhartt hi vis work vest → hi-vis work vest | brand = Carhartt
Columbia first aid kit → first-aid kit | brand = Columbia
polarized sunglasses under 50 not from Nike / gold frames → gold frames polarized sunglasses | brand != Nike; final_price <= 50
sunglasses / gold frames / black frames instead → black frames sunglasses
sunglasses, gold frames → sunglasses gold frames
ceiling fan under 150 / white blades → white blades ceiling fan | final_price <= 150
boots / no velvet → boots | color not_like velvet
boots not black or velvet → boots | color not_like black||velvet
boots / no velvet / velvet is fine too → boots
boots not silk or wool → boots or wool | | unchecked silk
`;
