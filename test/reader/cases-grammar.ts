// Cases on the demo catalogue: corrections within a message, the scope of negations, and other grammar.

export const GRAMMAR_CASES = `
sandals, no, boots for women → boots | gender = women
a red, I mean blue backpack → backpack | color like blue
Nike, sorry, Adidas sneakers → sneakers | brand = Adidas
a jacket under $100, no wait, $150 → jacket | final_price <= 150; currency = USD
umbrella, scratch that, a raincoat → raincoat
size M, actually L, t-shirt → t-shirt | size = L
I need a tent... no, a sleeping bag → sleeping bag
leather sorry suede ankle boots → ankle boots | material like suede
lamps out of wood - no, make that brass → lamps | material like brass
I want a lamp. No, a candle. → candle
under 50 - no, 80 dollars, backpack → backpack | final_price <= 80; currency = USD
wallet in brown, make that black → wallet | color like black
mens sneakers, oops, womens → sneakers | gender = women
a watch from Casio, or no, Timex → watch | brand = Timex
boots, no sneakers → boots | name||description||brand not_like sneaker
black boots for women, sorry, brown for men → boots | color like brown; gender = men
jacket under 100 dollars, no, under 150 → jacket | final_price <= 150; currency = USD
jacket under $100, wait, over $100 → jacket | final_price >= 100; currency = USD
sneakers size 42, no wait, 43 → sneakers | size = 43
sneakers 20% off, make that 30% → sneakers | sale_discount >= 0.3
wireless, I mean wired headphones → wired headphones
shoes for my dad, no, my mum → shoes | gender = women
used, no wait, refurbished headphones → headphones | condition = refurbished
shoes UK 8, sorry, UK 9 → shoes | size = UK 9
between 50 and 100, no, 150 euros, watch → watch | final_price >= 50; final_price <= 150; currency = EUR
boots in brown leather, no, black suede → boots | color like black; material like suede
sneakers / red, I mean blue → sneakers | color like blue
not red, I mean blue sneakers → sneakers | color like blue; color not_like red
a lamp, no, wait → lamp
watch under 200, actually make it gold → watch | color like gold; final_price <= 200
smart watch not black from Garmin → smart watch | brand = Garmin; color not_like black
backpack without leather from Herschel → backpack | brand = Herschel; material != leather||full-grain leather||lambskin leather||patent leather||nubuck leather||suede||nubuck leather
headphones not white from Sony or Bose → headphones | brand = Sony||Bose; color not_like white
headphones not Sony in black → headphones | brand != Sony; color like black
jackets not from Columbia in red → jackets | brand != Columbia; color like red
bags except leather by Fossil → bags | brand = Fossil; material != leather||full-grain leather||lambskin leather||patent leather||nubuck leather||suede||nubuck leather
watch that is not gold by Seiko → watch | brand = Seiko; color not_like gold
sneakers not nike made of suede → sneakers | brand != Nike; material like suede
sneakers not in black or in white → sneakers | color not_like black||white
sneakers not from nike or from adidas → sneakers | brand != Nike||Adidas
boots excluding suede from clarks in brown → boots | brand = Clarks; color like brown; material not_like suede
Dr. Martens boots → boots | brand = Dr. Martens
boots not from Dr. Martens → boots | brand != Dr. Martens
bags from Carry On Co. → bags | merchant.name = Carry On Co.
bags not at Carry On Co. → bags | merchant.name != Carry On Co.
boots from Dr.Martens → boots | brand = Dr. Martens
boots from Timberland or Dr. Martens → boots | brand = Timberland||Dr. Martens
bags from Carry On → bags | merchant.name = Carry On Co.
carry on suitcase → carry-on suitcase
mugs by Villeroy → mugs | brand = Villeroy & Boch
merino or cashmere sweaters → sweaters | material like merino||cashmere
lambskin or suede jackets → jackets | material like lambskin||suede
cotton or merino socks → socks | material like cotton||merino
mens sweaters in merino or cashmere / no cashmere → sweaters | material like merino; material not_like cashmere; gender = men
sweaters in merino → sweaters | material like merino
merino or alpaca scarf → scarf | material like merino||alpaca
knife in carbon or stainless steel → knife | material like carbon||stainless steel
watches from 500 to 1000 dollars / forget the minimum → watches | final_price <= 1000; currency = USD
watches from 500 to 1000 dollars / drop the lower limit → watches | final_price <= 1000; currency = USD
watches from 500 to 1000 dollars / no minimum → watches | final_price <= 1000; currency = USD
watches from 500 to 1000 dollars / no upper limit → watches | final_price >= 500; currency = USD
watches from 500 to 1000 dollars / the minimum doesn't matter → watches | final_price <= 1000; currency = USD
watches from 500 to 1000 dollars / without a minimum → watches | final_price <= 1000; currency = USD
watches from 500 to 1000 dollars / it can cost more → watches | final_price >= 500; currency = USD
watches from 500 to 1000 dollars / cheaper is fine too → watches | final_price <= 1000; currency = USD
watches from 500 to 1000 dollars / drop the cap → watches | final_price >= 500; currency = USD
watches from 100 to 400 dollars / set the maximum to 600 → watches | final_price >= 100; final_price <= 600; currency = USD
watches from 100 to 400 dollars / change the cap to 600 → watches | final_price >= 100; final_price <= 600; currency = USD
watches from 100 to 400 dollars / my budget is now 600 → watches | final_price >= 100; final_price <= 600; currency = USD
watches from 100 to 400 dollars / make the upper limit 600 → watches | final_price >= 100; final_price <= 600; currency = USD
watches from 100 to 400 dollars / increase the upper price to 600 → watches | final_price >= 100; final_price <= 600; currency = USD
watches from 100 to 400 dollars / lower limit 200 → watches | final_price >= 200; final_price <= 400; currency = USD
watches from 100 to 400 dollars / lower the minimum to 50 → watches | final_price >= 50; final_price <= 400; currency = USD
watches from 100 to 400 dollars / upper limit 600 euros → watches | final_price >= 100; final_price <= 600; currency = EUR
watches under 400 dollars / no max → watches
watches, lower limit 50, upper limit 300 → watches | final_price >= 50; final_price <= 300
bottle without a cap → bottle
handbags under 60 pounds / make that euros → handbags | final_price <= 60; currency = EUR
handbags under 60 pounds / sorry, euros → handbags | final_price <= 60; currency = EUR
handbags under 60 pounds / change the currency to USD → handbags | final_price <= 60; currency = USD
handbags under 60 pounds / euros, not pounds → handbags | final_price <= 60; currency = EUR
handbags under 60 pounds / euros instead of pounds → handbags | final_price <= 60; currency = EUR
handbags under 60 pounds / switch to dollars → handbags | final_price <= 60; currency = USD
handbags under 60 pounds / €, please → handbags | final_price <= 60; currency = EUR
wheres my order 44821? → | | talk orders
track order #12345 → | | talk orders
where is my parcel 99812 → | | talk orders
please cancel order 1234 → | | talk orders
order 7781 hasnt arrived yet → | | talk orders
has my order 300 shipped → | | talk orders
I ordered shoes 3 days ago, when do they arrive? → | | talk orders
my order number is 5521 → | | talk orders
when will order 5521 arrive? → | | talk orders
I placed an order yesterday, number 4455 → | | talk orders
I ordered a lamp last week and it never came → | | talk orders
red sneakers / where is my order 4433 → sneakers | color like red | talk orders
wheres my order 44821? / yoga mats in purple → yoga mats | color like purple
package of 12 pencils → package 12 pencils
I'd like to order a red lamp → lamp | color like red
cast iron frying pan 28 cm → frying pan | size = 28 cm; material like cast iron
perfume for her 50 ml → perfume | size = 50 ml; gender = women
coffee beans 500g → coffee beans | size = 500 g
500-piece puzzle → puzzle | size = 500 pieces
frying pan size 28 cm → frying pan | size = 28 cm
sun cream, 200 ml / 50 ml instead → sun cream | size = 50 ml
frying pan 28 cm / or 30 cm → frying pan | size = 28 cm||30 cm
frying pan not 28 cm → frying pan | size != 28 cm
puzzle with 2000 pieces → puzzle | size = 2000 pieces
tent under 2 kg → tent | | unchecked under 2 kg
cable 2 m → cable 2 m
womens boots size 38 → boots | size = 38; gender = women
jeans size 32 → jeans | size = W32 L32
jeans W32 → jeans | size = W32 L32
sandals / 36 → sandals | size = 36
shoes size 30 → shoes | size = 30
gift for a coffee lover, max 30€ → coffee | final_price <= 30; currency = EUR
birthday present for a girl, lego → | brand = Lego; gender = kids
a present for a football fan → football
gift ideas for a wine lover → wine
mug for a coffee lover → mug for coffee
christmas gift for my mum, a scarf → scarf | gender = women
a gift for someone who loves tea → tea
ceiling fan → ceiling fan
gift for my wife → | gender = women
shampoo / any colour → shampoo
Adidas or Puma... no, Nike or Puma sneakers → sneakers | brand = Nike||Puma
watches 100-200, no 150-250 → watches | final_price >= 150; final_price <= 250
floor lamp, or rather a table lamp → table lamp
sneakers in black, no wait, any colour → sneakers
boots under 50, sorry, any price → boots
a table lamp rather than a floor lamp → table lamp
running shoes excluding Asics and Brooks for men in size 44 → running shoes | brand != Asics||Brooks; size = 44; gender = men
dresses not by Esprit at Wardrobe Nine → dresses | brand != Esprit; merchant.name = Wardrobe Nine
mixer between 50 and 150 euros / price can be higher → mixer | final_price >= 50; currency = EUR
mixer between 50 and 150 euros / don't limit the price → mixer
mixer between 50 and 150 euros / remove both limits → mixer
mixer between 50 and 150 euros / min 30 max 90 → mixer | final_price >= 30; final_price <= 90; currency = EUR
mixer under 150 euros / raise the max by 50 → mixer | final_price <= 200; currency = EUR
mixer under 150 euros / raise the limit a bit → mixer
mixer under 150 euros / wrong currency, I meant pounds → mixer | final_price <= 150; currency = GBP
frying pan with a diameter of 28 cm → frying pan with diameter | size = 28 cm
duvet cover 135 x 200cm or 155 x 220 cm → duvet cover | size = 135 x 200 cm||155 x 220 cm
shoes in 42 or 43 under 80 → shoes | size = 42||43; final_price <= 80
boots under 50 / 80 I mean → boots | final_price <= 80
gift for my best friend who loves tea → tea
gift for a friend under 30 → | final_price <= 30
a funny gift → funny
a navy suit for men → suit | color like navy; gender = men
hand saw → hand saw
a lamp for the bedroom, actually the kitchen → kitchen lamp for bedroom
gift for a dog lover → dog
kids shoes, sorry, boots, size 30, no 31, in blue, no, green → boots | color like green; size = 31; gender = kids
book for a 5 year old, no, 6 year old → book | gender = kids | unchecked age 5; unchecked age 6
sorry to bother you, do you have tents? → tents
scratch resistant watch → scratch resistant watch
black or rather navy scarf → scarf | color like navy
running shoes, I mean hiking → hiking running shoes
white sneakers under 50 dollars / more expensive ones are fine too, up to 70 → sneakers | color like white; final_price <= 70; currency = USD
white sneakers under 50 dollars / can be a bit pricier, up to 70 → sneakers | color like white; final_price <= 70; currency = USD
white sneakers under 50 dollars / no problem if it is more expensive, up to 150 → sneakers | color like white; final_price <= 150; currency = USD
white sneakers under 50 dollars / costlier ones are okay, but no more than 90 → sneakers | color like white; final_price <= 90; currency = USD
white sneakers under 50 dollars / slightly dearer is fine too, say 65 → sneakers | color like white; final_price <= 65; currency = USD
white sneakers under 50 dollars / I don't mind paying more, up to 75 → sneakers | color like white; final_price <= 75; currency = USD
white sneakers under 50 dollars / we could also look at dearer ones, up to 60 → sneakers | color like white; final_price <= 60; currency = USD
white sneakers under 50 dollars / show me pricier ones as well → sneakers | color like white
sneakers between 20 and 50 dollars / a higher price is fine → sneakers | final_price >= 20; currency = USD
sneakers between 50 and 90 dollars / cheaper ones are okay as well, from 30 → sneakers | final_price >= 30; final_price <= 90; currency = USD
secondhand handbags, ideally suede, for less than 100 / tote bags only → tote bags | material like suede; condition = used; final_price <= 100
secondhand handbags, ideally suede, for less than 100 / just tote bags please → tote bags | material like suede; condition = used; final_price <= 100
secondhand handbags, ideally suede, for less than 100 / I prefer crossbody bags → crossbody bags | material like suede; condition = used; final_price <= 100
used wool knitwear under 80 / cardigans only → cardigans knitwear | material like wool; condition = used; final_price <= 80
black sony headphones under 100 / only earbuds → earbuds | brand = Sony; color like black; final_price <= 100
black sony headphones under 100 / tents, only in stock → tents | in_stock = true
black sony headphones under 100 / just a tent → tent
black sony headphones under 100 / tents, preferably red → tents | color like red
sony headphones under 100 / and for Samsung? → headphones | brand = Samsung; final_price <= 100
sony headphones under 100 / and Samsung → headphones | brand = Sony||Samsung; final_price <= 100
red boots / and in blue? → boots | color like blue
red boots / and in blue too? → boots | color like red||blue
boots for women / and for men? → boots | gender = men
Avery 3 ring binder 1/2 inch → avery 3 ring binder 1/2 inch
binder 1/2 inch / 3/4 inch instead → 3/4 inch binder
jeans 32/32 → jeans | size = W32 L32
white sneakers around seventy dollars / cheaper → sneakers | color like white; final_price < 70; currency = USD
white sneakers around 100 dollars / cheaper → sneakers | color like white; final_price < 80; currency = USD
white sneakers around 100 dollars / more expensive → sneakers | color like white; final_price > 100; currency = USD
wireless headphones for travel under 100 / only earbuds → earbuds | final_price <= 100
wired headphones / only wireless earbuds → wireless earbuds
jewelry under 50 / only necklaces → necklaces | final_price <= 50
boots / also cheaper ones → boots | final_price < 80; currency = USD
office chair / high back → high-back office chair
umbrellas / no wooden handles → umbrellas | | unchecked wooden handles
sneakers under 50 dollars / 20 dollars more is fine → sneakers | final_price <= 70; currency = USD
sneakers under 50 dollars / nothing more expensive please → sneakers | final_price <= 50; currency = USD; cheapest
secondhand handbags under 100 / tote bags only, in black → tote bags | color like black; condition = used; final_price <= 100
secondhand handbags under 100 / I'm only interested in tote bags → tote bags | condition = used; final_price <= 100
black sony headphones under 100 / tents in red only → tents | color like red
sweaters / but no hoodies → sweaters | name||description||brand not_like hoody||hoodie
chocolate / only products that are available → chocolate | in_stock = true
garden shears in stock / doesnt matter if theyre in stock → garden shears
can you tell me the weather in Berlin? / red kettlebells → kettlebells | color like red
is there free delivery to Canada? / bike helmets → bike helmets
kids rain boots in yellow / no, in red / size 28 → rain boots | color like red; size = 28; gender = kids
jackets / new → jackets | condition = new
backpack 30-40 liters → backpack | | unchecked 30-40 liters
black watches / black doesn't matter → watches
sneakers on sale / sale doesn't matter → sneakers
headphones / which is lighter? → headphones | | ask weight
hdmi cable 3m / longer, like 5 meters → 5 meters hdmi cable
watches / more expensive than the third one → watches | final_price > 60; currency = USD
lamps / discount of at least 30% → lamps | sale_discount >= 0.3
`;
