// English as shoppers write it: phrases by what they do, and words that a catalogue may not have.

/** Phrases by tag, separated by commas. The longest phrase at a place wins. */
export const PHRASES: Record<string, string> = {
  article: 'a, an, the, some, my, your, his, her, our, their',
  wish: `i need, we need, i want, we want, need, want, looking for, looking 4, look for, searching for, search for, search,
    show me, show, see, wanna see, find me, find, get me, give me, gimme, do you have, do u have, do you sell, do you do, do you carry, have you got,
    have u got, you got, u got, got any, any chance you sell, im after, i am after, after, id like, i would like, i asked for,
    i want to buy, want 2 buy, i could do with, fancy, i wanna see, i wanna, can i get, is there, are there, is there anything, are there any, who sells, what have you got in the way of, then show,
    lets see, whats a good, what is a good, can you recommend, can you recomend, recommend, how much is a, how much are,
    i saw, in the market for, shopping for, i am looking for, im looking for, show me everything, show everything, everything,
    i want to get, i wanted, i d like, order a, order me a`,
  what_about: 'what about, how about, and what about, and how about, and for',
  also: 'also, and also, i also need, id also like, i also want, im also looking for, do you also have, plus, or also, expand to, and',
  too: 'too, as well, also ok, as well please',
  or: 'or, or maybe, or else, or perhaps, and or',
  only: 'only, just, exclusively, limit to, i prefer, i would prefer, id prefer, would you mind only showing',
  instead:
    'instead, instead please, i changed my mind, change of plan, never mind, nevermind, nvm, forget that, forget it, cancel that, moving on to, done with, no thanks, new topic, not anymore, rather, switch to, change to, id rather see, i would rather see, lets look for',
  instead_of: 'instead of, rather than',
  correct: `no wait, no make that, no sorry, wait no, oh wait, oh wait no, i mean, i meant, oops, scratch that, scratch that,
    correction, make it, make that, make them, or rather, or no, wrong, actually, wait, sorry, no no, hmm no, nope, ment, ok then, no the`,
  'limit.max': `dont want to spend more than, i dont want to spend more than, not more expensive than, no more expensive than, isnt more than, isnt over, under, below, less than, less then, lower than, cheaper than, smaller than, up to, upto, max, max., maximum, at most, no more than,
    not more than, not over, not above, no price over, nothing over, nothing above, nothing priced above, never over, within, sub, not a penny over,
    doesnt cost more than, costs at most, cost at most, no bigger than, no longer than, not longer than, not bigger than, not larger than, not heavier than, not wider than, not taller than, no wider than, no taller than, shorter than, no heavier than, no larger than, <, <=, ≤, stay below, keep it below, keep it under, cap it at, cap at, cap, upper limit, upper price,
    max price, maximum price, price max, top price, spend up to, most i can spend is, i can spend, i only have,
    increase budget to, increase my budget to, raise budget to, i could pay, id pay up to, i was thinking, bump it to, im happy to pay up to, cannot cost more than, cant cost more than,
    not exceeding, must be under, should be under, no higher than, limit is, limit of, spend no more than, less expensive than`,
  budget: 'budget is, budget of, budget, my budget is, my budget is now, budget is now, budget now',
  'limit.min': `over, above, more than, at least, atleast, min, min., minimum, starting at, upwards of, not less than, no less than, isnt less than, not under, isnt under, isnt less than, >, >=, ≥,
    lower limit, more expensive than, lower price, min price, minimum price, higher than, bigger than, larger than, longer than, minimum, costs at least, starting from, north of`,
  'after.max':
    'or less, max, maximum, tops, at most, or below, or cheaper, at the most, is my limit, would be my limit, is the most i can do, budget, would be the limit, is my budget',
  'after.min':
    'or more, or above, or over, and up, and above, and over, upwards, plus, or higher, or better, minimum, min, +',
  about:
    'around, about, roughly, approximately, approx, circa, ca, ~, closer to, somewhere around, in the region of, around the, i wanna spend like',
  ish: 'ish, or so, or thereabouts, odd, mark, region, range, give or take, would be ideal, more or less',
  between: 'between, prices between, anywhere between, from, starting',
  to: 'to, -, –, until, up to, and, or, ~',
  each: 'each, a piece, apiece, per item, a roll, a pair, for both',
  cheaper: `cheaper, a bit cheaper, less expensive, too expensive, too pricey, too much, pricey, expensive, wow expensive, those are pricey, out of my price range, out of my budget,
    not as expensive, a bit less, less, lower, can you go lower, cost less, costs less, spend less, cant afford that, cant afford, more than i wanted to spend, something more reasonable,
    better deal, lower price, lower priced, more affordable, cheaper ones, too dear, too costly, too high, too steep`,
  dearer:
    'more expensive, pricier, dearer, costlier, higher price, higher priced, more upmarket, fancier, bit better, a bit better, higher end',
  no_limit: `dont limit the price, money doesnt matter, price is no object, money is no object, no price limit, no limit, any price, price doesnt matter, price is irrelevant, i dont care how much it costs, remove the limit, remove both limits, cost doesnt matter, whatever the price, sky is the limit, drop the limit, remove the price limit, no price limits, forget the budget, price doesnt matter to me`,
  dearer_ok: `no problem if it is more expensive, more expensive is fine, more expensive ones are fine too, a bit more expensive is ok, it can cost more, it can cost a bit more, a bit more is ok, can be a bit pricier,
    i can spend a bit more, i dont mind paying more, price can be higher, a higher price is fine, raise the limit a bit, show me pricier ones as well`,
  cheapest: `cheapest, cheapest, cheapest first, cheapest one, cheapest ones, cheapest please, cheap, inexpensive, affordable, low to high, lowest price, lowest price first, lowest first, sort by price, by price, from low to high, sort from low to high,
    cheap as possible, as cheap as possible, cheap as chips, nothing too expensive, nothin too expensive, not too expensive, not expensive, nothing more expensive, on a budget, on a tight budget, tight budget, budget friendly, which is cheaper, whichever is cheaper, whats cheaper, what is cheaper, which one is cheaper, sort by cheapest, cheap one, cheap ones, ascending, price ascending`,
  dearest:
    'most expensive, most expensive, dearest, high to low, highest price, highest price first, from high to low, most expensive first, priciest, i want better ones, descending, price descending, top of the range, luxury',
  biggest_discount:
    'biggest discount, biggest discount first, highest discount, best discount, largest discount, biggest reduction, best deal, best deals, biggest savings, most discounted, biggest discounts, sort by discount',
  on_sale: `on sale, sale, sale only, discounted, discount, discounts, reduced, on offer, on offers, special offer, offers, deals, deal, any deals on, any discounts on, any deals, any discount, discount only, reduced to clear, clearance,
    at a discount, marked down, with some discount, on special, bargain, bargains, black friday deals, whats on offer, discout, bucks off, promotion, on promotion, with a discount`,
  off: 'off, discount, reduced, reduction, knocked off, cheaper than before, percent off, or more off, sale',
  half_off: 'half off, half price, half the price, at half price, 1/2 price, 1/2 off, 50 50 off',
  in_stock:
    'in stock, no sold out, no sold out ones, not sold out, instock, available, available now, in sock, only available ones, not sold out, arent sold out, that are available, available ones, ready to ship, currently available, dont show sold out ones, skip whatever is sold out',
  free_shipping:
    'free shipping, free delivery, delivered free, ships free, with free shipping, no shipping costs, no delivery charge, free postage',
  not: `not, no, non, without, without a, without any, w/o, wo, except, except for, excluding, exclude, just not, besides, other than, apart from, anything but, anything but the, anything else than, anywhere but, any but not, nothing, nothing from, nothing by, none, neither, nor, never, not too, not very, nothing too, not so, not that, avoid, skip, leave out, arent, isnt, is not, are not, cant be, cannot be, i dont want, i do not want, dont want, i dont need, dont show me, dont show, not interested in, not a fan of, im not looking for,
    id rather not have, could you leave out anything by, no more, not any, doesnt, i hate, hate, i dislike, i dont like, dont like, cant stand, i dont do, i already have, already have, already has, already owns, already got, he already has, she already has, they already have, allergic to, stay away from, with out, as long as theyre not, nothing with`,
  free: 'free',
  leave: 'leave, keep, take',
  adjust: 'set, change, increase, raise, lower, bump, put, move, decrease, make',
  any_but:
    'any color but, any colour but, any color except, any colour except, every brand but, any brand but, any brand except, any size but, any shop but',
  refused:
    'is out, is also out, is out of the question, is a no, is ugly, isnt my thing, is not my thing, is not ok, is no good, no, wont do, not really, are ugly, leave out, is too boring, out, is not for me',
  ok: `ok, okay, fine, is ok too, is ok, is fine too, is fine, is okay, are fine, are fine too, is fine after all, is ok after all, is alright, works too, would work too, would also work, would be ok too, would be fine, would be fine too, are ok, are okay, are ok too, are okay too,
    works, also works, ok too, okay too, both is fine, is good too, is fine as well, is also fine, is also ok, too is fine, after all`,
  in: 'in, in a, in the, in color, in colour, coloured, colored',
  by: 'by, made by, brand, from the brand, of the brand',
  from: 'from, sold by, at, sold at, from the shop, in the shop',
  of: 'of, made of, made from, made out of, out of, in pure, made with',
  for: 'for, 4, designed for, meant for, suitable for, that fits, fits, to fit, big enough for, compatible with',
  with: 'with, w, w/, having, that has, that have, including, incl, featuring, has, have',
  size: 'size, sizes, sz, in size, in sizes, sized, in a size, a size, shoe size, i wear, he wears, she wears, he wears size, she wears size, shes a, hes a, im a, my size is, in my size',
  'field.brand': 'brand, brands, label, manufacturer, brand name',
  'field.color': 'colour, colours, color, colors, shade, shades',
  'field.size': 'size, sizes, sizing',
  'field.material': 'material, materials, fabric type',
  'field.price': 'price, prices, budget, cost, money, price limit, limit, limits, price range, price filter, price tag',
  'field.merchant.name':
    'shop, shops, store, stores, merchant, merchants, seller, sellers, retailer, retailers, place, places',
  'field.currency': 'currency, currencies',
  'field.condition': 'condition',
  'field.category': 'category, kind, kinds, type, types, categories',
  'field.all': 'filters, all filters, everything, all of it, all that',
  any: 'any, all, whatever, whichever, no particular, no preferred, no specific, every, either, dont care about, i dont care about',
  release: `forget, forget the, forget about, drop, remove, take off, take out, take away, clear, ignore, lose, delete, reset the, never mind, doesnt have to be, does not have to be, it doesnt have to be, doesnt need to be, it doesnt need to be, no need for,
    i dont need the, dont need a, without the, no limit on, without any limit on, no restriction on, not fussy about, im not fussy about, i dont care about, dont care about, im open to other, not just, no longer, stop filtering by, undo the, i dont need, dont care if, doesnt matter if, does not matter if`,
  indifferent: `doesnt matter, does not matter, dont matter, is irrelevant, isnt important, is not important, is up to you, is no issue, or not doesnt matter, not needed, needed, filter, whatever, any is fine, whatever is fine, is fine whatever, dont mind, dont mind which`,
  other:
    'another, a different, different, other, any other, some other, a new, not this, not that, difrent, is there a cheaper, from another',
  same: 'same, same, in the same, with the same, of the same, same but, same but for, same for, same again',
  similar:
    'similar to, something like, anything like, more like, like, alternatives to, alternative to, same as, same as, similar, something similar, anything similar, comparable to, along the lines of',
  position_word: 'number, nr, item, product, result, option, #',
  last_one: 'last one, last one, last, last',
  one: 'one, ones, one, item, product, 1',
  it: 'it, this, that, these, those, them, they, this one, that one, these ones, those ones, one, both, its, theyre',
  show: `tell me about, tell me more about, tell me more, more about, details on, details of, details about, more details, full specs, open, i like, ill take, id take, i will take, looks good, looks nice, details, more info, more info on, full specs please`,
  more: `more, show more, show me more, more please, more of these, more of them, more results, next, next one, next ones, next ones, next page, next page, next batch, keep them coming, what else, what else do you have, what else have you got, what else you got, anything else, anything elese, show me the next ones,
    any others, others, other ones, different ones, show me different ones, other styles, other options, something else, is that all, see more, load more, further, go on, continue, give me more, these are ugly, i dont like these, i dont like them, dont like these, none of these, not these`,
  previous_page:
    'previous page, previous page, page before, page before, back to the previous page, last results, go back a page, previous, previous ones',
  first_page: 'first page, first page, back to the start, back to the top',
  last_page: 'last page, last page',
  page: 'page, go to page, show page',
  reset: `start over, start again, start afresh, start from scratch, start from the beginning, lets start over, lets start from scratch, reset, clear everything, clear search, clear the search, clear the chat, new search, start a new search, begin again, wipe the slate clean, something completely different, forget all that, forget everything, strat agian, new topic, restart, reset everything`,
  undo: 'undo, undo that, undo the last, take that back, go back, revert, revert that, back to before, as before, like before, one step back, put it back, put that back, bring it back, change it back',
  greeting:
    'hi, hello, hey, hiya, hiii, hello there, hi there, hey there, good morning, good evening, good afternoon, evening all, evening, morning, howdy, yo, hows it going, how are you, whats up',
  browsing:
    'just browsing, just looking, im just looking, im just browsing, idk, i dont know, not sure, no idea, surprise me, dunno, i dont know yet, im not sure, browsing, looking around',
  thanks:
    'thanks, thank you, thx, ta, cheers, ty, thanks a lot, ta very much, thank you so much, thx that was helpful, youve been very helpful, much appreciated, perfect, i dont need anything, no thats it, thats all, thats it, great thanks, awesome, tnx, thanx, nice one',
  goodbye: 'bye, goodbye, see you, see ya, cya, good night, take care, farewell',
  help: 'help, help me, what can you do, what do you do, how does this work, tell me what you can do, how do you work, what can i ask',
  sold: 'what do you sell, what do you have, what have you got, what do you sell then, what do you carry, what kind of things do you sell, what can i buy here, what is there, what do you offer',
  who: 'who are you, what are you, are you a bot, are you human, are you a robot, are you real, whats your name, what is your name, who made you, are you a person, are you ai',
  orders: `my order, my orders, order number, order #, track order, track my, tracking, cancel order, cancel my, where is my parcel, my parcel, my package, placed an order, i ordered, has my order, order status, return my, return something, can i return, return it, return stuff, return things, send it back, to return, refund, refunds, exchange my, pay with, pay for it, pay monthly, paypal, with my card, credit card, gift card, add to cart, add to basket, to my basket, to my cart, in my cart, buy it, buy the, checkout, check out, place an order,
    item arrived, arrived broken, wrong item, hold one for me, try them on, in store, price match, warranty claim, can i pay, install it, is assembly included, order me a pizza, reserve`,
  delivery: `do you ship, ship to, shipping cost, shipping costs, how much is shipping, delivery, delivered, deliver to, deliver, delivery time, delivery tomorrow, how long for delivery, when will i get it, when will it arrive, is shipping free, days for delivery, by friday, by tomorrow, by monday, next day, arrive by, before christmas, get here, shipped to, how does delivery work, delivery to`,
  ratings: `best rated, top rated, highest rated, rating, ratings, review, reviews, stars, stars or above, star rating, which one is better, which is better, whats better, what is better, is better, better than, which one would you recommend, would you recommend, any good, is it good, a good brand, best quality, most popular, popular, bestseller, best seller, bestselling, what do people say, which one is best, which is best, brightest, best one, best, best`,
  codes:
    'coupon, coupons, coupon code, promo code, voucher, vouchers, voucher code, discount code, discount codes, student discount, promo codes',
  people:
    'speak to a manager, talk to a person, talk to a human, speak to someone, customer service, customer support, phone number, opening hours, contact you, real person, human agent',
  chatter: `tell me a joke, weather, joke, poem, write me a poem, will it rain, what time is it, capital of, news, who won, who invented, how do i cook, recipe for, how tall is the eiffel tower, meaning of life, what is the capital of, notify me, remind me, translate, 3 for 2, who is the president, do you love me, marry me, are you single, system prompt, previous instructions, your instructions, prior instructions`,
  'ask.price':
    'how much is, how much are, how much does, how much do, how much, whats the price of, what is the price of, what does it cost, whats it cost, what do they cost, price of, what is the price, whats the price, cost of',
  'ask.size':
    'how big is, how big are, how big, how large is, how large, what size is, what size are, which size is, what are the dimensions, dimensions of, dimensions, what sizes does, do they run small, do they run large, run small',
  'ask.weight':
    'how heavy is, how heavy are, how heavy, how much does it weigh, what does it weigh, whats the weight, weight of, how much do they weigh, weigh',
  'ask.length': 'how long is, how long are, how long, what length is, length of, whats the length',
  'ask.width': 'how wide is, how wide are, how wide, width of',
  'ask.height': 'how tall is, how tall are, how tall, how high is, how high, height of',
  'ask.color': 'what colour is, what color is, which colour is, which color is, what colour are, what color are',
  'ask.material':
    'what is it made of, what are they made of, whats it made of, made of what, what material is, what material are, which material is, what materials is',
  'ask.brand':
    'who makes, who is the maker of, what brand is, which brand is, whats the brand of, what brand are, who made it',
  'ask.shop':
    'who sells it, where can i get, where can i buy, which stores sell, which shop sells, who sells, where is it sold, which store has, which shops sell, where do i buy',
  'ask.difference':
    'compare, whats the difference, what is the difference, difference between, differences between, how do they compare, comparison of',
  'ask.which':
    'which is, which one is, which are, which of them is, which of these is, whats the, what is the, which of those is, which of the two is',
  'ask.values':
    'what, which, what other, which other, what are the, what are your, list, list the, list all, what kind of, which kind of, more',
  'ask.what': 'hows, how is, how are, how many, what is the, whats the, what, whats, what kind of, how',
  'ask.is': 'is, are, was, were, isnt it, is there',
  'ask.does': 'does, do, has, have, can, will, could, would, did, need',
  'comparative.weight': 'lighter, heavier, lightest, heaviest, lightest, heaviest',
  'comparative.size': 'bigger, smaller, larger, biggest, smallest, biggest, smallest, largest',
  'comparative.length': 'longer, shorter, longest, shortest, longest, shortest',
  'comparative.width': 'wider, narrower, widest',
  'comparative.height': 'taller, higher, tallest',
  'comparative.price': 'cheaper, more expensive',
  gift: 'gift, gifts, present, presents, gift idea, gift ideas, birthday present, birthday gift, birthday, bday, christmas gift, xmas gift, anniversary, anniversary gift, surprise, birthday presents, sth nice, something nice',
  interest:
    'who likes, who loves, who is into, whos into, who enjoys, likes, loves, is into, into, enjoys, he likes, she likes, she loves, he loves, they like, who like, who love, obsessed with, crazy about',
  lover: 'lover, lovers, fan, fans, enthusiast, enthusiasts, addict, fanatic, nerd',
  year_old: 'year old, years old, yr old, yrs old, yo, y o, yr olds, year olds, month old, months old, yr, yrs',
  age: 'age, ages, aged, for age, for ages',
  double: 'double that, twice that',
  half: 'half that, half of that, half as much',
  multiplied: 'of them, of those, of it',
  number_more: 'more, more dollars, more is fine, dollars more, extra',
  number_less: 'less, lower, cheaper',
  raise_by:
    'raise the max by, increase my budget by, increase the budget by, raise the limit by, raise it by, add, up it by',
  filler: `nah, hm, hmmm, preferred, lovely, would be lovely, anymore, any more, tones, hues, where, wheres, two of them, two of those, broke, died, lost, interested in, slightly, a little, little higher, just a, just an, preferably, ideally, prefer, i, im, ive, id, me, mine, we, us, you, u, youd, that are, thats, thats a, there, here, there is, please, pls, plz, would, like to, love to, to, could, can, may, might, do, does, did, have, has, is, are, was, were, be, been, am, and, but, as, really, very, quite, so, then, now, today, one, ones, thing, things, stuff,
    something, anything, sth, smth, smthg, sumthing, summat, item, items, product, products, maybe, perhaps, ok, okay, k, kk, yes, yeah, yep, yup, sure, great, cool, nice, good, fine, decent, hmm, um, uh, well, oh, lol, haha, omg, wow, btw, tbh, ngl, imo, tho, though, obvs, obviously, actually, basically, literally, honestly, else, pair of, pair, pairs of, couple of, a couple of, bunch of, kinda, sorta, kind of, sort of, type of,
    it, its, he, she, hes, shes, they, them, who, that, which, what, when, if, because, since, how, on, at, buy, buying, purchase, get, got, getting, help me find, can you help me find, i was wondering, wondering, hopefully, brand, version, versions, design, model, models, style, looking, browse, shop, possible, if possible, if you have it, if you have, preferably, ideally, must be, must, should be, should, has to be, needs to be, work on, works on, that work on, i think, think, i guess, guess, let me see, lets, go, going, try, use, using, know, mate, friend, best friend, someone, somebody, anyone, bro just, ur, yours, already, still, again, any, all, more, than, about, want, need, show, see, find, give, look, take, say, mean, each, own, of, in, by, from, too, also, not, no, off, out, up, color, colour, price, size, only, just, even, same, other, another, first, left, right, done, nothing, some, want them, wants, a bit, little, bit, big enough, enough, way, got it, do any, obvs, sold, i wanna spend, spend, costs, cost, that costs, priced, pricing, filter, filters, results, result, category, prices, ask, asked, please show, moving, party this weekend, room, what do you have, what you got, what have u got, whatever, do they do it, do they, does it come, come, comes, available in, is it available, dont, wont, doesnt, end, hoping, possibly, sized`,
};

/** Numbers in words. */
export const NUMBERS = {
  units:
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  tens: 'twenty thirty forty fifty sixty seventy eighty ninety',
  misspelt: { fourty: 40, thrity: 30, ninty: 90, eigthy: 80, fivety: 50 } as Record<string, number>,
  before: 'under below over above than max around about between size to number',
  after: 'dollars dollar bucks euros pounds quid percent to person people',
  scales: { hundred: 100, hundered: 100, thousand: 1000, grand: 1000 } as Record<string, number>,
};

export const ORDINALS =
  'first 1st, second 2nd, third 3rd, fourth 4th, fifth 5th, sixth 6th, seventh 7th, eighth 8th, ninth 9th, tenth 10th';

export const CURRENCIES: Record<string, string> = {
  USD: '$ usd dollar dollars buck bucks',
  EUR: '€ eur euro euros',
  GBP: '£ gbp pound pounds quid sterling',
  JPY: '¥ jpy yen',
  INR: '₹ inr rupee rupees',
  CHF: 'chf francs franken',
};

/** Letter sizes by the words for them. */
export const LETTER_SIZES: Record<string, string> = {
  XS: 'xs x-small extra-small',
  S: 's small sm',
  M: 'm medium med',
  L: 'l large lg lge',
  XL: 'xl x-large extra-large',
  XXL: 'xxl 2xl xx-large',
  XXXL: 'xxxl 3xl',
};

/** Whom a product is for, by canonical gender. */
export const PERSONS: Record<string, string> = {
  female: `wife girlfriend gf mom mum mother mummy mommy sister sis grandma gran granny grandmother aunt auntie missus woman lady her she moms mums girlfriends wifes fiancee bridesmaid`,
  male: `husband hubby boyfriend bf dad father daddy brother bro grandad granddad grandpa grandfather uncle him he dads husbands boyfriends man bloke guy fiance groomsman`,
  kids: `son daughter kid child toddler grandson granddaughter baby`,
  girls: 'niece goddaughter',
  boys: 'nephew godson',
};

/** Short forms and slips of the keyboard, by the word that is meant. */
export const SPELLINGS: Record<string, string> = {
  between: 'btwn betwen',
  and: 'n adn',
  adapter: 'adaptor',
  adapters: 'adaptors',
  are: 'r',
  about: 'abt',
  around: 'arnd',
  which: 'wich whic',
  not: 'nto',
  for: 'fro',
  from: 'frm',
  under: 'udner undr',
  with: 'wiht wih',
  the: 'teh hte',
  more: 'mor moar',
  only: 'olny onyl',
  just: 'jsut',
  want: 'wnat',
  what: 'waht wat wot',
  whats: 'wots wats whts',
  next: 'nxt',
  show: 'shwo',
  have: 'hav',
  size: 'siz sise',
  some: 'sum',
  people: 'ppl',
  less: 'les lees',
  than: 'thn',
  cheaper: 'chepaer chepr cheepr',
  without: 'witout',
  large: 'larg lrg',
  nothing: 'nothin',
  something: 'somethin sumthin',
  black: 'blk',
  white: 'wht',
};

/** Amounts that are not said as numbers. */
export const SLANG: Record<string, string> = {
  'a tenner': '£10',
  'a fiver': '£5',
  'half a grand': '500',
  'six and a half': '6.5',
  'seven and a half': '7.5',
  'eight and a half': '8.5',
  'nine and a half': '9.5',
  'ten and a half': '10.5',
  'eleven and a half': '11.5',
};

/** Two words that mean one thing, written with a hyphen in a query. */
export const COMPOUNDS = `over ear, in ear, on ear, carry on, high back, see through, third party, hi vis, first aid, plus size, queen size, king size, light up, all in one, easy set up, set up, pull out, lace up, slip on, zip up`;

/** Names of things that contain a colour, a material or a person. */
export const FIXED_NAMES = `air max, air force, green tea, black tea, white tea, red wine, white wine, olive oil, bed linen, table linen, hand cream, face cream, night cream, day cream, eye cream, body cream, sun cream, shaving cream, ice cream, memory foam, cast iron,
  wine glass, wine glasses, red wine glasses, curling iron, flat iron, steam iron, rubber duck, paper towels, white noise, black out, tin foil, charcoal grill, charcoal barbecue, rose water, hand saw, ceiling fan, baby monitor, baby bottle, baby bottles, white board, whiteboard, brown rice, black pepper, golf iron, steel toe`;

/** What a product has: "gold frames" describes a part. */
export const PARTS = `toe toecap sole soles heel heels strap straps handle handles lid lids frame frames leg legs lining trim tip tips rim insert collar button buttons blade blades base shaft strings bristles lens lenses jar dial wheels zip zipper hardware accents details stitching`;

/** Words that make a measure of the number before them. */
export const COUNT_UNITS = `person persons people man men player players seater drawer drawers port ports wheel wheels slice slices piece pieces pack packs pairs ply door doors burner burners tier tiers shelf shelves hook hooks ring rings degrees hdmi bulbs lamps seats speed speeds layer layers stage strings compartments pockets legs handles`;

/** Abbreviations before a name, written with a full stop. */
export const TITLES = 'dr mr mrs st';

/** Colours that are colours in every catalogue. */
export const COLORS = `black white red green blue yellow orange purple pink brown grey gray beige gold silver navy turquoise teal cream ivory violet lilac maroon burgundy khaki olive bronze copper charcoal nude taupe tan magenta cyan aqua crimson scarlet fuchsia mauve indigo camel ecru ochre`;

/** Modifiers of a colour. */
export const SHADES =
  'dark light bright deep pale matte matt neon pastel plain solid vivid warm cool emerald forest royal sky baby midnight electric hot dusty';

export const SPELLED_OTHERWISE = [
  ['grey', 'gray'],
  ['golden', 'gold'],
  ['blk', 'black'],
  ['wht', 'white'],
  ['multicoloured', 'multicolor'],
] as const;

/** Adjectives by material. */
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
export const MATERIALS = `wool cotton leather silk linen cashmere denim velvet suede nylon polyester steel wood glass aluminium aluminum plastic rubber bamboo ceramic marble metal gold silver brass copper iron oak walnut pine canvas fleece
  viscose acrylic spandex down fur latex cork rattan wicker porcelain titanium terracotta stone concrete jute hemp tweed corduroy jersey satin lace mesh foam resin stoneware enamel granite slate ash beech birch teak mahogany chrome fabric sheepskin shearling`;

/** Materials that are also finishes, used like a colour. */
export const FINISHES =
  'oak walnut pine ash beech birch teak mahogany wood bamboo brass copper chrome gold silver marble slate granite concrete';

/** Materials that are excluded with another one. */
export const KINDS_OF: Record<string, string> = { leather: 'suede nubuck' };

/** Before "leather". */
export const IMITATIONS = 'faux fake vegan synthetic artificial imitation pu';

/** Shoppers' words, by the condition value in feeds. */
export const CONDITIONS: Record<string, string[]> = {
  new: [
    'brand new',
    'new condition',
    'condition new',
    'new only',
    'only new',
    'new ones',
    'new one',
    'unused',
    'never used',
  ],
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

/** Given names in brand names, which shoppers use alone. */
export const GIVEN_NAMES = `tommy calvin hugo ralph michael marc kate ted paul jimmy steve stella vivienne giorgio christian fred helly daniel victoria karl tory kurt anne laura joseph emma lulu betty charlotte elizabeth`;

/** Places, activities and themes describe a product and do not name it: an outdoor lamp is a lamp. */
export const QUALIFIERS = `outdoor outdoors indoor home kitchen garden office school travel beauty sport sports bathroom bedroom gaming camping cycling hiking swimming fishing running climbing skiing walking fitness yoga golf tennis cooking baking gardening dining
  animals animal dinosaurs dinosaur unicorns unicorn dragons space trains tractors trucks horses flowers hearts football history nature mystery romance horror fantasy war crime novel style design short tight flat set part parts light pack package size series warm comfy cozy funny dry hair skin waterproof cool big small large`;

/** Products with letter sizes; of other products, "small" is just a word. */
export const CLOTHES = `shirt t-shirt tshirt tee top blouse polo jumper sweater sweatshirt hoodie cardigan knitwear fleece vest jacket coat raincoat parka blazer suit gilet dress skirt jumpsuit jeans trousers chinos pants leggings joggers shorts
  tights socks underwear bra boxers pyjamas pajamas nightdress robe gown swimsuit bikini gloves hat cap beanie scarf belt wetsuit uniform costume clothes clothing outfit tops`;

/** Tags of signs. */
export const SIGN_TAGS: Record<string, string[]> = {
  '/': ['or', 'slash'],
  '&': ['and', 'also'],
  '#': ['position_word'],
  '-': ['to', 'pause'],
  '+': ['after.min'],
  '"': ['filler'],
  ':': ['filler'],
};
