// Tables of cases, one per line: the turns of a conversation separated by slashes, then the search words, the criteria, and
// any action other than a search.

export const CASES = `
black running shoes under $60 → running shoes | color like black; final_price <= 60; currency = USD
running shoes → running shoes
I'm looking for a waterproof jacket → waterproof jacket
show me some nike sneakers please → sneakers | brand = Nike
do you have any coffee machines? → coffee machines
i need a new backpack for school → backpack for school
headphones → headphones
can you find me a desk lamp → desk lamp
Nike or Adidas running shoes → running shoes | brand = Nike||Adidas
nike and adidas sneakers → sneakers | brand = Nike||Adidas
sneakers by Puma → sneakers | brand = Puma
the north face jacket → jacket | brand = The North Face
fjord and flint backpacks → backpacks | brand = Fjord & Flint
levis jeans → jeans | brand = Levi's
levi's jeans → jeans | brand = Levi's
levi’s jeans → jeans | brand = Levi's
levi´s jeans → jeans | brand = Levi's
loreal shampoo → shampoo | brand = L'Oréal
new balance trainers → trainers | brand = New Balance
tea from Everymart → tea | merchant.name = Everymart
running shoes at Stride & Sole → running shoes | merchant.name = Stride & Sole
black or white sneakers → sneakers | color like black||white
navy blue jacket → jacket | color like navy||blue
light blue shirt → shirt | color like light blue
gray hoodie → hoodie | color like grey
leather boots → boots | material = leather||full-grain leather||lambskin leather||patent leather||nubuck leather
merino wool sweater → sweater | material like merino wool
wool sweater → sweater | material like wool
wooden toys → toys | material like wood
a table made of oak → table | material like oak
stainless steel water bottle → water bottle | material like stainless steel
women's running shoes → running shoes | gender = women
women‘s running shoes → running shoes | gender = women
running shoes for women → running shoes | gender = women
watch 4 men under 60 → watch | gender = men; final_price <= 60
mens watch → watch | gender = men
ladies handbag → handbag | gender = women
sneakers for my wife → sneakers | gender = women
sth for my dads birthday around 40 → | gender = men; final_price >= 32; final_price <= 48
a watch for my dad → watch | gender = men
shoes for a 6 year old → shoes | gender = kids | unchecked age 6
kids rain boots → rain boots | gender = kids
girls dress → dress | gender = kids
used jackets → jackets | condition = used
second hand handbag → handbag | condition = used
refurbished headphones → headphones | condition = refurbished
refurbished headphones / new ones → headphones | condition = new
brand new headphones → headphones | condition = new
size 10 running shoes → running shoes | size = US 10||UK 10
running shoes in size 42 → running shoes | size = 42
running shoes size us 10.5 → running shoes | size = US 10.5
dress size m → dress | size = M
hoodie in medium → hoodie | size = M
hoodie size xs / sizes s or m → hoodie | size = S||M
hoodie in xl → hoodie | size = XL
jeans size w32 l32 → jeans | size = W32 L32
blk nike trainers sz 42 → trainers | brand = Nike; color like black; size = 42
uk 8 boots → boots | size = UK 8
t-shirt size small or medium → t-shirt | size = S||M
headphones under 100 → headphones | final_price <= 100
headphones below 100 dollars → headphones | final_price <= 100; currency = USD
headphones less than €80 → headphones | final_price <= 80; currency = EUR
headphones up to £50 → headphones | final_price <= 50; currency = GBP
headphones for max 50 euros → headphones | final_price <= 50; currency = EUR
headphones, my budget is 75 → headphones | final_price <= 75
headphones no more than 90 bucks → headphones | final_price <= 90; currency = USD
headphones for fifty dollars or less → headphones | final_price <= 50; currency = USD
headphones under fifty → headphones | final_price <= 50
headphones under a hundred → headphones | final_price <= 100
headphones under two hundred and fifty → headphones | final_price <= 250
headphones under one fifty → headphones | final_price <= 150
headphones under five bucks → headphones | final_price <= 5; currency = USD
laptop backpack under 1,200 → laptop backpack | final_price <= 1200
laptop backpack under 1.5k → laptop backpack | final_price <= 1500
watches under 1.299,50 euros → watches | final_price <= 1299.5; currency = EUR
watches under $49,99 → watches | final_price <= 49.99; currency = USD
watches over $200 → watches | final_price >= 200; currency = USD
watches at least 100 → watches | final_price >= 100
watches more than 100 but under 300 → watches | final_price >= 100; final_price <= 300
watches between 100 and 200 → watches | final_price >= 100; final_price <= 200
watches between $100 and $200 → watches | final_price >= 100; final_price <= 200; currency = USD
watches from 50 to 100 euros → watches | final_price >= 50; final_price <= 100; currency = EUR
watches $50-$100 → watches | final_price >= 50; final_price <= 100; currency = USD
watches 50-100 → watches | final_price >= 50; final_price <= 100
watches around $80 → watches | final_price >= 64; final_price <= 96; currency = USD
watches about fifty pounds → watches | final_price >= 40; final_price <= 60; currency = GBP
watch 80ish → watch | final_price >= 64; final_price <= 96
watches $100 and up → watches | final_price >= 100; currency = USD
a $30 candle → candle | final_price <= 30; currency = USD
candles for 20 euros → candles | final_price <= 20; currency = EUR
candles in euros → candles | currency = EUR
100 to 200 dollar headphones → headphones | final_price >= 100; final_price <= 200; currency = USD
watches between 20 and 60 / from 30 → watches | final_price >= 30; final_price <= 60
watches under a tenner → watches | final_price <= 10; currency = GBP
watches less than a fiver → watches | final_price <= 5; currency = GBP
watches 50 to 100 euros / over 100 then → watches | final_price >= 100; currency = EUR
jackets, no price over £200 → jackets | final_price <= 200; currency = GBP
watches, nothing priced above 90 → watches | final_price <= 90
1000 piece puzzle → puzzle | size = 1000 pieces
screwdriver set under 20 pieces → screwdriver set | | unchecked under 20 pieces
sneakers on sale → sneakers | on_sale = true
discounted headphones → headphones | on_sale = true
any deals on watches → watches | on_sale = true
sale / shoes → shoes | on_sale = true
any discounts on watches? → watches | on_sale = true
jackets / 20% or more → jackets | sale_discount >= 0.2
jackets 30%+ → jackets | sale_discount >= 0.3
jackets at least half off → jackets | sale_discount >= 0.5
jackets 50% off / ok 25% then → jackets | sale_discount >= 0.25
jackets 50% off / no need for a discount → jackets
half price jackets → jackets | sale_discount >= 0.5
jackets at least 25% off → jackets | sale_discount >= 0.25
jackets 30 percent off or more → jackets | sale_discount >= 0.3
jackets with a discount of at least 40% → jackets | sale_discount >= 0.4
jackets more than 20% off → jackets | sale_discount >= 0.2
sneakers in stock → sneakers | in_stock = true
sneakers that are available now → sneakers | in_stock = true
a lamp with free shipping → lamp | ship_price = 0
running shoes not black → running shoes | color not_like black
boots without leather → boots | material != leather||full-grain leather||lambskin leather||patent leather||nubuck leather||suede||nubuck leather
leather free boots → boots | material != leather||full-grain leather||lambskin leather||patent leather||nubuck leather||suede||nubuck leather
non-leather boots → boots | material != leather||full-grain leather||lambskin leather||patent leather||nubuck leather||suede||nubuck leather
running shoes, just not Nike → running shoes | brand != Nike
running shoes except nike → running shoes | brand != Nike
running shoes but no nike or adidas → running shoes | brand != Nike||Adidas
running shoes that are neither black nor white → running shoes | color not_like black||white
sneakers, anything but white → sneakers | color not_like white
sneakers other than adidas → sneakers | brand != Adidas
i don't want nike sneakers → sneakers | brand != Nike
sneakers in blue not black → sneakers | color like blue; color not_like black
sneakers not black, white please → sneakers | color like white; color not_like black
no black, brown or grey shoes → shoes | color not_like black||brown||grey
shoes but no boots → shoes | name||description||brand not_like boot
shoes without laces → shoes | | unchecked laces
cheap headphones → headphones | cheapest
the cheapest tent → tent | cheapest
most expensive watch → watch | dearest
jacket with hood → jacket with hood
something under 20 → | final_price <= 20
nike → | brand = Nike
gift for my wife → | gender = women
a birthday gift for my wife, maybe a silk dress → dress | material like silk; gender = women
boots or sandals in black → boots or sandals | color like black
lamps, candles or a tent → lamps or candles or tent
boots and sandals by Clarks → boots or sandals | brand = Clarks
boots or sandals / no sandals → boots | name||description||brand not_like sandal
boots or sandals / just boots → boots
boots / or sandals → boots or sandals
show me the best rated headphones → headphones | | ratings
headphones delivered by friday → headphones | | delivery
running shoes / black → running shoes | color like black
running shoes / in black please / size 10 → running shoes | color like black; size = US 10||UK 10
running shoes / under 80 → running shoes | final_price <= 80
running shoes under 80 / make that 100 → running shoes | final_price <= 100
running shoes under 50 / a bit more, say 70 → running shoes | final_price <= 70
running shoes under 80 / no, 60 → running shoes | final_price <= 60
running shoes under 80 / 60 → running shoes | final_price <= 60
watches over 100 / make it 200 → watches | final_price >= 200
watches around 100 / a bit cheaper → watches | final_price < 80; currency = USD
watches around 100 / make that 50 → watches | final_price >= 40; final_price <= 60
black running shoes / no, in blue → running shoes | color like blue
black running shoes / no in blue → running shoes | color like blue
black running shoes / i meant white → running shoes | color like white
black running shoes / blue instead → running shoes | color like blue
black running shoes / blue instead of black → running shoes | color like blue
nike running shoes / adidas too → running shoes | brand = Nike||Adidas
nike running shoes / or adidas → running shoes | brand = Nike||Adidas
nike running shoes / also puma → running shoes | brand = Nike||Puma
nike running shoes / adidas → running shoes | brand = Adidas
nike running shoes / any brand → running shoes
nike running shoes / never mind nike, adidas → running shoes | brand = Adidas
nike running shoes / doesnt have to be nike → running shoes
black nike shoes / it doesn't need to be black → shoes | brand = Nike
nike running shoes / any brand is fine → running shoes
nike running shoes / the brand doesn't matter → running shoes
nike running shoes / i dont care about the brand → running shoes
black nike shoes / all colors → shoes | brand = Nike
shoes under 50 / no price limit → shoes
shoes under 50 / forget the price → shoes
shoes under 50 / no limit → shoes
shoes size 10 under 50 / any size → shoes | final_price <= 50
black nike shoes under 50 / clear all filters → shoes
running shoes not nike / nike is ok too → running shoes
running shoes / not nike / not adidas either → running shoes | brand != Nike||Adidas
running shoes / not nike / nike → running shoes | brand = Nike
running shoes / cheaper → running shoes | final_price < 80; currency = USD
running shoes / a bit less → running shoes | final_price < 80; currency = USD
running shoes / something cheaper please → running shoes | final_price < 80; currency = USD
running shoes / too expensive → running shoes | final_price < 80; currency = USD
running shoes / cheaper than the third one → running shoes | final_price < 60; currency = USD
running shoes / more expensive → running shoes | final_price > 80; currency = USD
running shoes / another brand → running shoes | brand != Nike
nike running shoes / a different brand → running shoes | brand != Nike
running shoes / other brands than the second one → running shoes | brand != Asics
black running shoes / another colour → running shoes | color not_like black
running shoes / what brands are there → running shoes
running shoes / what colours do they come in? → running shoes
running shoes / which sizes do you have in black → running shoes | color like black
running shoes / the second one → running shoes | | product Asics
running shoes / the second one / is it in stock? → running shoes | | ask stock
running shoes / the third one / how much is it → running shoes | | ask price
are they in stock → | | talk nothing_shown
running shoes / tell me more about the first one → running shoes | | product Nike
running shoes / what about number 3 → running shoes | | product Puma
running shoes / the last one → running shoes | | product Puma
running shoes / something like the second one → | like Asics White thing
running shoes / similar to the first → | like Nike Black thing
running shoes / like the third one but cheaper → | final_price < 60; currency = USD; like Puma Red thing
running shoes / more like the second one in black → | color like black; like Asics White thing
running shoes / show more → running shoes | | page next
running shoes / more → running shoes | | page next
running shoes / next page please → running shoes | | page next
running shoes / what else do you have → running shoes | | page next
running shoes / first page → running shoes | | page 0
running shoes / previous page → running shoes | | page previous
running shoes / waterproof → waterproof running shoes
running shoes / waterproof ones → waterproof running shoes
jacket / with a hood → jacket with hood
jackets with hood / without hood → jackets | | unchecked hood
jacket w/ hood → jacket with hood
boots w/o leather → boots | material != leather||full-grain leather||lambskin leather||patent leather||nubuck leather||suede||nubuck leather
merino sweater / how about cardigans → cardigans
shoes / for hiking → shoes for hiking
running shoes / trail → trail running shoes
black nike running shoes under 50 / jackets instead → jackets
black running shoes / now show me backpacks → backpacks
black running shoes / what about jackets? → jackets
black running shoes / same but for jackets → jackets | color like black
red shoes / white shoes → shoes | color like white
running shoes / start over → | | talk reset
running shoes / start over with lamps → lamps
running shoes under 50 / reset → | | talk reset
hi → | | talk greeting
hello there! → | | talk greeting
hi, i need black shoes → shoes | color like black
thanks → | | talk thanks
running shoes / cheers mate → running shoes | | talk thanks
running shoes / thank you so much → running shoes | | talk thanks
what can you do? → | | talk help
can i pay with paypal → | | talk orders
running shoes / do you ship to germany? → running shoes | | talk delivery
where is my order? → | | talk orders
running shoes / buy the second one for me → running shoes | | talk orders
tell me a joke → | | talk chatter
runing shoes → running shoes
wireles headphones → wireless headphones
blak runing shoes undr 60 → running shoes | color like black; final_price <= 60
sumthing for hiking → hiking
addidas sneakers → sneakers | brand = Adidas
nkie sneakers → sneakers | brand = Nike
headphons betwen 50 and 100 → headphones | final_price >= 50; final_price <= 100
jakcet witout lether → jacket | material != leather||full-grain leather||lambskin leather||patent leather||nubuck leather||suede||nubuck leather
running shoes / chepaer → running shoes | final_price < 80; currency = USD
need womens trail runing shoes size us 8 under 120 bucks not nike → trail running shoes | brand != Nike; size = US 8; gender = women; final_price <= 120; currency = USD
hey looking for a leather wallet around thirty euros for my husband → wallet | material = leather||full-grain leather||lambskin leather||patent leather||nubuck leather; gender = men; final_price >= 24; final_price <= 36; currency = EUR
green tea → green tea
hand cream without perfume → hand cream | name||description||brand not_like perfume
cream sofa → sofa | color like cream
sneakers in cream → sneakers | color like cream
boots / 42 → boots | size = 42
boots under 80 / 42 → boots | final_price <= 42
kids helmet size 52-56 cm → helmet | size = 52-56 cm; gender = kids
sneakers: white; size: 9; brand: adidas; max: 80 → sneakers | brand = Adidas; color like white; size = UK 9||US 9; final_price <= 80
a lamp in brass or copper → lamp | material like brass||copper
something for hiking / boots → hiking boots
something warm for winter / jacket → warm jacket for winter
boots size 42 / 43 → boots | size = 43
kettle, matte black, budget is around 60 dollars → kettle | color like black; final_price >= 48; final_price <= 72; currency = USD
can u find trainers 4 my gf under £60 no white ones → trainers | color not_like white; gender = women; final_price <= 60; currency = GBP
a pair of sneakers, nothing above 90 euros → sneakers | final_price <= 90; currency = EUR
levis jeans / other brands / wrangler too → jeans | brand = Wrangler; brand != Levi's
watches that are not digital → watches | name||description||brand not_like digital
shoes under 99999999999999 → shoes 99999999999999
laptop backpack 0 → laptop backpack
SHOW ME BLACK SHOES → shoes | color like black
`;

const COLOURS = ['Black', 'White', 'Red', 'Navy Blue', 'Forest Green', 'Gray', 'Beige', 'Multicolored', 'Gold'];
const BRANDS = [
  'Apple',
  'Next',
  'Nothing',
  'Samsung',
  'Dyson',
  'H&M',
  'Dr. Martens',
  'Ray-Ban',
  'Ninja',
  'Shark',
  'Gap',
  'LG',
  'Canon',
];
const THINGS: [name: string, category: string][] = [
  ['Smartphone', 'Electronics > Phones'],
  ['Laptop', 'Computers & Tablets > Laptops'],
  ['Vacuum Cleaner', 'Home > Vacuums & Floor Care'],
  ['Sofa', 'Furniture > Sofas & Couches'],
  ['Armchair', 'Furniture > Chairs'],
  ['Dress', 'Apparel > Women > Dresses'],
  ['Winter Coat', 'Apparel > Coats & Jackets'],
  ['Sunglasses', 'Accessories > Sunglasses'],
  ['Sandals', 'Shoes > Sandals'],
  ['Boots', 'Shoes > Boots'],
  ['Blender', 'Kitchen > Small Appliances > Blenders'],
  ['Camera', 'Electronics > Cameras'],
  ['T-Shirt', 'Apparel > Tops > T-Shirts'],
  ['Perfume', 'Beauty > Fragrances'],
  ['Yoga Mat', 'Sports > Yoga'],
];

/** A catalogue whose values are written differently from the demo's. */
export function* otherProducts(): Generator<object> {
  const pick = <T>(values: readonly T[], i: number) => values[i % values.length]!;
  for (let i = 0; i < 1200; i++) {
    const [name, category] = pick(THINGS, i);
    const brand = pick(BRANDS, i * 7);
    yield {
      id: `p${i}`,
      name: `${brand} ${name} ${i % 3 ? 'Pro' : 'Classic'}`,
      brand,
      category,
      color: pick(COLOURS, i * 5),
      gender: pick(['Female', 'Male', 'Unisex', undefined], i),
      material: pick(['Genuine Leather', 'Cotton', 'Polyester', 'Velvet', 'Wool Blend', undefined], i * 5),
      size: pick(['S', 'M', 'L', 'XL', '8', '9', '10', 'EU 40'], i),
      condition: pick(['New', 'Used', 'Renewed'], i),
      currency: pick(['USD', 'EUR'], i),
      final_price: 20 + (i % 300),
      merchant: { name: pick(['Target', 'Best Buy', "Macy's", 'John Lewis & Partners', 'Next'], i) },
    };
  }
}

export const OTHER_CASES = `
i want to buy a phone but not an apple one / something with good battery / under 500 dollars → phone with battery | brand != Apple; final_price <= 500; currency = USD
leather sofa in black or grey, max 900 euro → sofa | color like black||gray; material like leather; final_price <= 900; currency = EUR
leather sofa in black or grey, max 900 euro / any colour / make it velvet instead → sofa | material like velvet; final_price <= 900; currency = EUR
what vacuums do you have? / only dyson and shark / the cheapest ones → vacuums | brand = Dyson||Shark; cheapest
gimme a red dress size 8 / actually medium / do you have it in navy → dress | color like navy; size = M
looking for ray ban sunglasses for men around 100 / no for women → sunglasses | brand = Ray-Ban; gender = Female; final_price >= 80; final_price <= 120
dr martens boots / not leather → boots | brand = Dr. Martens; material not_like leather||suede||nubuck
hey whats a good laptop for a student / nothing over 700 / samsung or lg is fine → laptop for student | brand = Samsung||LG; final_price <= 700
H&M t-shirt, white, size L, less than twenty bucks → t-shirt | brand = H&M; color like white; size = L; final_price <= 20; currency = USD
any blenders on sale? / at least 30% off / from ninja → blenders | brand = Ninja; sale_discount >= 0.3
winter coat, wool, not black, not grey / between 80 and 150 pounds → winter coat | color not_like black||gray; material like wool; final_price >= 80; final_price <= 150; currency = GBP
sofa / i like the second one / something similar but cheaper → | final_price < 80; currency = USD; like Asics White thing
used camera from canon / refurbished is ok too → camera | brand = Canon; condition = Used||Renewed
used camera from canon / refurbished is ok too / new only → camera | brand = Canon; condition = New
show me everything from john lewis and partners under £40 → | merchant.name = John Lewis & Partners; final_price <= 40; currency = GBP
yoga mat no plastic / without latex → yoga mat | | unchecked latex
apple phone / show me samsung instead → phone | brand = Samsung
coffee maker $40 to $80 / ok up to 100 / remove the price limit → coffee maker
Sandals size 9 not ray ban cheaper than 50 → sandals | brand != Ray-Ban; size = 9; final_price <= 50
can i return something i bought → | | talk orders
thx that was helpful → | | talk thanks
boots, waterproof, size 10, brand doesn't matter, under 90 → boots waterproof | size = 10; final_price <= 90
i am looking for armchairs that are not velvet and not red but under 200 eur → armchairs | color != Red; material not_like velvet; final_price <= 200; currency = EUR
sunglasses / only black ones / not from target / cheapest first → sunglasses | merchant.name != Target; color like black; cheapest
no leather, no wool, size M coat → coat | size = M; material not_like leather||suede||nubuck||wool
can you show me more of the samsung ones → | brand = Samsung
looking for a tv between four hundred and six hundred dollars → tv | final_price >= 400; final_price <= 600; currency = USD
show me phones, but nothing from apple or samsung → phones | brand != Apple||Samsung
id like a wool coat for winter in navy size m / XL actually → coat for winter | color like navy; size = XL; material like wool
i want shoes / not sandals / size 9 → shoes | size = 9; name||description||brand not_like sandal
camera used or refurbished below 150 → camera | condition = Used||Renewed; final_price <= 150
got any perfume for men around £60 → perfume | gender = Male; final_price >= 48; final_price <= 72; currency = GBP
sunglasses / except ray ban / ray ban is ok after all → sunglasses
boots for women size EU 40 leather, brown or black → boots | color like brown||black; size = EU 40; material like leather; gender = Female
i'm after a yoga mat thats not black or red, cheaper than thirty dollars → yoga mat | color != Black||Red; final_price <= 30; currency = USD
white t shirt cotton size large from gap → t shirt | brand = Gap; color like white; size = L; material like cotton
macys sandals on sale → sandals | merchant.name = Macy's; on_sale = true
laptop not refurbished → laptop | condition != Renewed
phone under 300 or so → phone | final_price <= 300
sofa that costs at most 500 and at least 200 → sofa | final_price >= 200; final_price <= 500
armchair, budget: 250 → armchair | final_price <= 250
what do you have in gold? → | color like gold
sofa / page 2 → sofa | | page 1
start again / coat → coat
is there a next dress in red → dress | brand = Next; color = Red
phone, nothing from apple → phone | brand != Apple
boots from next → boots | merchant.name = Next
velvet armchair / from john lewis → armchair | merchant.name = John Lewis & Partners; material like velvet
boots / not next → boots | brand != Next
dyson or next vacuum → vacuum | brand = Dyson||Next
next boots size 9 → boots | brand = Next; size = 9
boots / next → boots | | page next
`;
