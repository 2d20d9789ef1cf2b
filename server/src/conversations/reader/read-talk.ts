// What a message says beside a wish: a greeting, thanks, what nobody here can do, or that everything begins anew.
import { oneOf, phrase, type Sentence } from './sentence.ts';
import { TASTES } from './take-noise.ts';

export type SmallTalk = 'greeting' | 'thanks' | 'goodbye' | 'help' | 'who';

/** What it cannot do: said in the reply, whatever else was understood. */
export type Inability = 'ratings' | 'delivery' | 'orders' | 'codes' | 'people' | 'chatter' | 'choices';

const SMALL_TALK: [SmallTalk, RegExp][] = [
  [
    'help',
    phrase(
      '(?:what|how) (?:can|do|could) (?:you|u) (?:do|help|work)(?: for me| me)?',
      'what are you able to do',
      '(?:tell me |show me )?(?:what (?:you|u) can do|how (?:you|u) (?:can help(?: me)?|work))(?= [^\\p{L}]*$)',
      '(?<!(?:your|the|for|of) )help(?: me)?(?= [^\\p{L}]*$)',
      'how (?:does (?:this|it)|do(?: i)?) (?:work|use (?:this|it))(?= [^\\p{L}]*$)',
      'how do i use (?:this|it)(?: chat| thing)?',
      'what can i ask(?: you)?',
    ),
  ],
  [
    'who',
    phrase(
      '(?:who|what) (?:are|r) (?:you|u)',
      '(?:whats|what is|do you have) (?:your|ur|a) name',
      'how old are (?:you|u)',
      'who (?:made|built|created|programmed) (?:you|u)',
      'are (?:you|u) (?:a )?(?:real|human|robot|bot|person|ai)(?: person)?',
    ),
  ],
  [
    'thanks',
    phrase(
      '(?:many )?thanks(?: a lot| so much| very much| a bunch)?',
      'thank (?:you|u)(?: so much| very much)?',
      'thx',
      'ty',
      '(?<=^ (?:(?:ok|okay|great|lovely|brilliant|perfect|super|nice|cool|,) )*)ta(?: very much| muchly)?(?= [^\\p{L}]*$)',
      'gracias',
      'merci',
      'danke',
      '(?:youve|you have) been (?:(?:very|so|really|super|most) )*(?:helpful|great|amazing|kind|useful)',
      'that(?:ll| will) do(?= [^\\p{L}\\p{N}]*$)',
      'cheers(?: mate| buddy| pal| dude| bro)?',
      'much appreciated',
      '(?:i )?(?:really )?appreciate (?:it|that|your help)',
      '(?<=^ (?:(?:ok|okay|oh|wow|yes|yeah|thats?|is|its|,|!) )*)(?:great|perfect|awesome|nice|cool|lovely|brilliant|excellent|wonderful)(?= [^\\p{L}\\p{N}]*$)',
      'that(?:s| is) it(?= [^\\p{L}\\p{N}]*$)',
      'thats all',
      'that is all',
      'thatll be all',
    ),
  ],
  [
    'goodbye',
    phrase(
      '(?:good)?bye(?: bye)?',
      'cya',
      'ttyl',
      '(?<=^ (?:ok |okay )?)take care(?= [^\\p{L}]*$)',
      'see (?:you|ya)(?: later)?',
      '(?<=^ )(?:talk (?:to you )?)?laters?(?= [^\\p{L}]*$)',
      'good night',
      'have a (?:nice|good|great|lovely) (?:day|one|evening|weekend)',
      '(?:(?:ok|okay) )?(?:im|i am|were|we are) (?:all )?(?:done|finished)(?: here)?(?= [^\\p{L}]*$)',
    ),
  ],
  [
    'greeting',
    phrase(
      '(?<=^ )(?:alright|all right|oi|ey ?up) (?:mate|pal|buddy|love|there)',
      'hi+(?: there)?',
      'bonjour',
      'hola',
      'ciao',
      'hallo',
      'hello(?: there)?',
      'hey(?: there)?',
      'hiya',
      'heya',
      'howdy',
      'yo',
      'good (?:morning|afternoon|evening|day)',
      '(?<=^ )(?:morning|afternoon|evening)(?: all| everyone)?(?= (?:[,.!]|$))',
      'greetings',
      'whats up',
      '(?:was|wat)sup',
      'sup',
      '(?:is )?any(?:one|body) there',
      '(?:im |i am )?just (?:browsing|looking)(?: around)?',
      '(?:hows|how is) it going',
      'how do you do',
      'nice to meet you',
      'how are (?:you|u)(?: doing)?(?: today)?',
    ),
  ],
];

/** What somebody has ordered already, by its number or as one's own, with all that is asked and told of it. */
const PARCEL = '(?:orders?|parcels?|packages?|delivery|deliveries|shipments?)';
const ASKED_OF_PARCEL =
  '(?:where|wheres|when|whens|why|how|what|whats|is|are|was|has|have|had|did|does|do|will|can|could|would|i|we|you|u|please|to|want|need|like|id|track|trace|cancel|change|check|on|update|edit|amend|return|find|locate|follow|happened|happening|status|of|the|about|with|for|know|tell|me|see|still|waiting|been|havent|hasnt|got|received|receive|get|in|an?)';
const PARCEL_NUMBER = '(?: (?:number|no|nr|num|id|ref|reference|code|is|was|with|#|\\.|:))*(?: #)? \\d[\\d\\p{L}]*';
const TOLD_OF_PARCEL =
  '(?:number|is|isnt|was|wasnt|has|hasnt|have|havent|had|be|been|being|to|not|never|still|yet|already|now|today|yesterday|late|lost|missing|delayed|damaged|broken|faulty|wrong|incomplete|arrives?|arrived|arriving|come|comes|came|coming|here|there|get|gets|got|ship|ships|shipped|shipping|sent|dispatched|deliver|delivered|received|turned|up|on|its|way|the|out|for|delivery|cancell?ed|confirmed|processed|please|me|didnt|did|doesnt|does|will|wont|last|this|week|month|ago|days?|weeks?|just)';
/** "order 200 envelopes" is a wish: behind the number of an order stands what is told of it, or nothing. */
const OWN_ORDER = [
  `(?:${ASKED_OF_PARCEL} ){0,8}(?:my|our) ${PARCEL}(?:${PARCEL_NUMBER})?(?: ${TOLD_OF_PARCEL}){0,12}`,
  `(?:${ASKED_OF_PARCEL} ){0,8}${PARCEL}(?:(?= \\d{3})|(?! \\d))${PARCEL_NUMBER}(?= (?:[^\\p{L}\\p{N}]|$|${TOLD_OF_PARCEL} ))(?: ${TOLD_OF_PARCEL}){0,12}`,
  `(?:(?:the|this|that|these|those) \\p{L}+ (?:that )?)?(?:i|we|ive|weve)(?: (?:have|just|already|recently))* ordered(?: (?!but |so |now )[^.,;!? ]+)*`,
  `(?:placed|made) an order(?: ${TOLD_OF_PARCEL}){0,12}(?: ,)?(?:${PARCEL_NUMBER})?`,
].join('|');

const INABILITIES: [Inability, RegExp][] = [
  [
    'delivery',
    phrase(
      '(?<=^ (?:(?:hi|hey|hello|ok|and|but|so|,) )*)(?:is there|are there|do (?:you|u|they) (?:have|offer|do|give|charge for)) (?:any )?(?:free )?(?:delivery|shipping|postage|returns)(?: (?:to|in|for|outside)(?: \\p{L}+){1,3})?(?= [^\\p{L}]*$)',
    ),
  ],
  ['orders', phrase(OWN_ORDER)],
  [
    'orders',
    phrase(
      'price match(?:ing)?',
      '(?:when|where|how) (?:does|will|is|did) my (?:order|parcel|package|delivery)(?: (?:come|arrive|be here|get here|coming|arriving))?',
      '(?:send|take|bring|give) (?:it|them|this|that|these) back',
      'pay(?:ing)? cash',
      '(?:change|update|edit) my (?:\\p{L}+ )?(?:address|order|details|email|delivery)',
      '(?<=^ (?:(?:do|you|u|take|have|accept|can|i|use) )*)(?:klarna|afterpay|clearpay|paypal|apple pay|google pay)(?= [^\\p{L}]*$)',
      '(?:(?:have|make|file|got|want to|like to) )*(?:a )?complain(?:t|ts|ing)?(?= [^\\p{L}]*$|about)',
      '(?:i )?(?:got|received|was sent|bought) (?:an? |the )?(?:wrong|broken|damaged|faulty) \\p{L}+',
      '(?<=^ (?:(?:ok|okay|great|yes|i|want|to|,) )*)(?:buy now|(?:ill|i will|lets) (?:take|have|get) (?:it|them|these|those))(?= (?:please |thanks )?[^\\p{L}]*$)',
      '(?:my|the) (?:item|order|parcel|package|\\p{L}+) (?:(?:has|have|is|was|hasnt|havent|never|not|didnt) )*(?:arrived?|came|turned up)(?: (?:broken|damaged|late|faulty|yet|wrong|today))*(?= [^\\p{L}]*$)',
      'how (?:do|can) i (?:sign up|register|log in|sign in|create an account|cancel|unsubscribe)',
      '(?:forgot|reset|change) my password',
      '(?:do|can|could|will|would) (?:you|u|they|someone) (?:install|fit|assemble|build|set up|repair|fix|engrave|personali[sz]e)(?: (?:it|them|this|that|one))?',
      '(?:is |with )?(?:the )?(?:installation|assembly)(?: (?:is )?included| service)?(?= [^\\p{L}]*$)',
      'pay(?:ing)? (?:monthly|weekly|later)',
      'buy now pay later',
      '(?:on |with )?(?:finance|instal?ments)',
      '(?:reserve|hold) (?:it|one|this|that|them|these|those)(?: for me)?',
      'wrap (?:it|this|them|that|these|those)(?: up)?(?: as an? (?:gift|present))?',
      'try (?:it|them|this|that|these|those) on(?: in (?:the |your )?(?:store|shop))?',
      '(?:use|redeem) (?:an? |my )?gift ?cards?',
      'how (?:do|can|could|would) i (?:pay|order|check ?out)(?= [^\\p{L}]*$)',
      '(?:my |an )account',
      '(?:log|sign) ?in(?: to my account)?(?= [^\\p{L}]*$)',
      '(?:what |is there |with )?(?:a |the )?(?:warranty|guarantee)',
      '(?:order|buy|purchase) me',
      'gift ?wrap(?:ping|ped)?',
      '(?:track|where is|wheres|cancel|check(?: on)?|status of) (?:my|the|an?) (?:order|parcel|package|delivery|subscription|account|membership)',
      'order status',
      '(?:my|a) refund',
      'refunds?',
      'return policy',
      '(?:returns?|exchange)(?: (?:an item|something|it|(?:my|the|these|those|some) \\p{L}+(?: \\p{L}+)?))?(?= )',
      '(?:place|make) (?:an|the|my) order',
      'check ?out',
      '(?:add|put|pop|stick|throw|save) (?:\\S+ ){0,4}(?:to|in|into|on) (?:my |the |a )?(?:cart|basket|bag|trolley|wish ?list|favou?rites)',
      'pay(?:ing)?(?: for (?:it|this|that|them|these|those))? (?:with|by|via|using|in|on) \\p{L}+(?: \\p{L}+)?',
      '(?:can|could|will|would) (?:you|u) pay(?: for)?(?: (?:it|this|that|them|these|those))?(?: for me)?(?= [^\\p{L}]*$)',
      'payment (?:methods?|options?|plans?)',
      'do (?:you|u) (?:accept|take) \\p{L}+(?: \\p{L}+)?(?= [^\\p{L}]*$)',
      '(?:accept|take) (?:paypal|visa|mastercard|amex|klarna|credit cards?|cash)',
      '(?<!where (?:can|could|do|should)(?: i| we) |where to )(?:buy|order|purchase) (?:it|this|that|them|one|the \\w+ one)(?: for me| now| please| (?:with|by|using|on) (?:my |the |a )?(?:credit |debit )?(?:card|visa|mastercard|amex|paypal|cash))*',
    ),
  ],
  [
    'delivery',
    phrase(
      'how many (?:days|weeks) (?:for|until|till|is|does)(?: the)? (?:delivery|shipping)(?: take)?',
      '(?:(?:can|could|will|would|is|get|be|it|they|this) )*(?:delivered|shipped) (?:tomorrow|today|tonight|on \\p{L}+|next \\p{L}+|this \\p{L}+)',
      'how (?:does|do|is) (?:the |your )?(?:delivery|shipping|postage) (?:work|done)',
      '(?:is|are) (?:the )?(?:delivery|shipping|postage) (?:free|included|extra|expensive)(?= [^\\p{L}]*$)',
      'how long (?:for|is|until|till) (?:the )?(?:delivery|shipping)',
      '(?:when|how soon) (?:will|would|can|could|do) (?:i|we) (?:get|receive|have) (?:it|them|this|that|these)',
      '(?:when|how (?:long|soon|fast)) (?:will|does|do|is|would) (?:it|they|this|that|shipping|delivery|the delivery)(?: arrive| take| come| ship| be delivered| get here)*',
      '(?:(?:how much|what) (?:is|are|does) )?(?:the )?(?:delivery|shipping|postage) (?:times?|dates?|costs?|charges?|fees?|tomorrow|today|tonight|by \\p{L}+)',
      '(?:how much (?:is|for) |hows |is )?(?:the )?(?<!(?:free|no) )(?:delivery|shipping|postage)(?= [^\\p{L}]*$)',
      '(?:fast|quick|express|speedy) (?:delivery|shipping)',
      '(?:delivery|shipping|delivered|arrives?|arriving|here) (?:before|by|until|in time for|within|for|to) (?:the )?[\\p{L}\\d]+(?: (?:days?|weeks?|hours?|eve|day))?',
      '(?:by|before|in time for) (?:christmas|xmas|easter)',
      '(?:do|does|can|will|would) (?:you|u|they|it|the shop|the seller) (?:ship|deliver|send)(?: (?:it|this|that|them))?(?: (?:to|in|within|on|at) (?:the )?\\p{L}+)?',
      '(?:(?:can|could|will|is|get|be|it|they) )*(?:delivered|shipped|sent|posted) to (?:(?:my|the|a) )?\\p{L}+',
      'click (?:and|&) collect',
      '(?:collect|pick(?: it)? up)(?: it)? (?:in|from) (?:the )?(?:store|shop)',
      '(?:next|same) day delivery',
      '(?:(?:need|want) )?(?:(?:it|them|this) )?(?:by|before) (?:tomorrow|tonight|today|(?:next |this )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:the |this )?weekend|next week)',
      '(?:delivered|arrives?|arriving|here) (?:by|before|until) \\w+',
    ),
  ],
  [
    'ratings',
    phrase(
      '(?<=^ (?:(?:and|so|but) )?)(?:is|are) (?!there )(?:\\S+ ){1,4}(?:better|best|any good|worth it)(?= [^\\p{L}]*$)',
      '(?<=^ (?:(?:and|so|but) )?)(?:is|are) (?!there )(?:\\S+ ){1,4}(?:better|worse) than(?: \\S+){1,3}(?= [^\\p{L}]*$)',
      '(?:is|are) (?:it|this|that|these|those|they|\\p{L}+) (?:an? )?(?:good|decent|reliable|trustworthy) (?:brands?|makes?|ones?|deals?|prices?|quality)',
      '(?:which|what)(?: ones?| of (?:these|those|them))? (?:would|do|can|could|should) (?:you|u|i) (?:recommend|suggest|prefer|pick|choose|buy|take|get)(?= [^\\p{L}]*$)',
      '(?:can|could|would) (?:you|u) (?:recommend|suggest) (?:one|any|some)(?= [^\\p{L}]*$)',
      'which (?:one |ones )?(?:is|are|would be) (?:the )?(?:better|best|nicer|(?!cheapest|dearest|priciest|lowest|highest)\\p{L}+est)(?: ones?)?',
      '(?<=^ (?:(?:which|what|whats|is|one|show|me) )*)(?:the )?best(?: ones?)?(?= [^\\p{L}]*$)',
      '(?:best|top|highest|well|highly) (?:rated|reviewed|selling)',
      '(?:with |read |any |what are the |have )?(?:good |great |best |customer |user )?(?:reviews?|ratings?)(?: for (?:it|this|that|them))?',
      'what (?:do|are) (?:other )?(?:people|others|customers|buyers|users) (?:say|saying|think|thinking)(?: (?:about|of) (?:it|this|that|them|these|those))?',
      'bestsellers?',
      'best sellers?',
      'most popular',
      'popular',
      '(?:\\d(?:\\.\\d)?|five|four|how many|most) stars?(?: (?:or|and) (?:above|up|more|better|higher|over)| \\+| does it have| has it got)?',
    ),
  ],
  [
    'codes',
    phrase(
      '(?:coupon|promo|promotion|voucher|discount) codes?',
      '(?:student|nhs|military|staff|senior|loyalty|first order|newsletter) discounts?',
      'coupons?',
      'vouchers?',
    ),
  ],
  [
    'people',
    phrase(
      '(?:speak|talk|chat) (?:to|with) (?:a |an |some)?(?:your |real )*(?:human|person|agent|representative|manager|boss|advisor|assistant|operator|support|staff|sales|someone|somebody|one)',
      'customer (?:service|support)',
      'phone number',
      'opening (?:hours|times)',
      '(?:what time|when) (?:do|does|are|is|will) (?:you|u|it|they|(?:the|your) \\p{L}+) (?:open|close|closed|closing)(?: \\p{L}+)*',
      '(?:are|r) (?:you|u) (?:open|closed)(?: (?:today|tomorrow|now|(?:on|at) \\p{L}+))?',
      '(?:store|shop|branch) near me',
      '(?:nearest|closest) (?:store|shop|branch)',
      '(?:your|an) (?:email|address)',
      'where (?:are|r) (?:you|u)(?: guys)?(?: located| based)?(?= [^\\p{L}]*$)',
      '(?:is|are) (?:the|your|you) ?(?:shops?|stores?)? (?:open|closed)(?: \\S+)*(?= )',
      'call me',
    ),
  ],
  [
    'chatter',
    phrase(
      '(?<=^ (?:(?:can|could|would|will|you|u|please|pls|hey|hi|ok|and|,|tell|me|give|know|do) )*)(?:whats |what is |hows |how is )?the (?:weather|time|date|news|temperature)(?: \\p{L}+){0,5}(?= [^\\p{L}]*$)',
    ),
  ],
  [
    'choices',
    phrase(
      '(?:what|which)(?: other| different)? (?:materials?|fabrics?|shops?|stores?|sellers?|merchants?|conditions?) (?:do|does|are|is|have|can|could) (?:(?:you|u|they|it|there|these|those|i|we) )?(?:(?:have|got|sell|carry|stock|offer|available|come in|get|choose from|to choose from)(?= ) ?)*(?= )',
    ),
  ],
  [
    'chatter',
    phrase(
      `(?<=^ (?:(?:can|could|would|will|you|u|please|pls|hey|hi|ok|and|,) )*)${oneOf(
        '(?:notify|alert|remind|text|message|email) me',
        'let me know (?:when|if|once)',
        'tell me (?:when|if|once)',
        'set (?:an? )?(?:price )?(?:alert|reminder|alarm)',
        'how (?:do|can|should|to)(?: i| you| we)? (?:cook|make|bake|clean|wash|fix|repair|build|remove|tie|get rid)',
        'how (?:tall|old|far|high|deep|big|fast|heavy) (?:is|are|was|were)(?! (?:it|they|this|that|these|those|number) | the (?:first|second|third|last))',
        '(?:order|call|book|get)(?: me)? an? (?:taxi|cab|uber|pizza|doctor|plumber)',
        '(?:recommend|suggest|know)(?: me| us)? (?:an? |any |some )?(?:good |nice )?(?:restaurants?|movies?|films?|hotels?|places?|bars?|songs?)',
      )}(?: \\S+)*(?= )`,
      '(?<=^ (?:(?:can|could|would|will|you|u|please|pls|hey|hi|ok|,) )*)(?:write|sing|translate|calculate|solve|compose|recite|draw|explain|teach|play)(?: me| us)? (?:an?|the|this|some|how|about|my|\\d+)(?: \\S+)*(?= )',
      'what time is it',
      '(?<=^ (?:(?:but|and) )?)why(?: not| is that)?(?= [^\\p{L}]*$)',
      'compare (?:the |them|these|those|it|first|both)+(?: (?:and|with|to|the|first|second|third|two|three|last|ones?))*',
      '(?:whats|what is) the difference(?: between \\p{L}+(?: and \\p{L}+)?)?',
      '(?:whats|what is|hows|how is) the (?:weather|time|news|(?:capital|population|president|prime minister|king|queen|meaning|temperature|score)(?: (?:of|in) (?:the )?\\p{L}+)?)',
      'tell (?:me|us) (?:a|another) (?:\\p{L}+ )?(?:joke|story)',
      'tell (?:me|us) something(?: \\p{L}+)*(?= [^\\p{L}]*$)',
      '(?:do you )?(?:know|got|have) any (?:good )?jokes',
      'make me laugh',
      'book (?:me )?an? (?:flight|hotel|table|taxi|room|ticket|appointment)',
      '(?:will|is) it (?:going to |gonna )?(?:rain|raining|snow|snowing|sunny|be \\p{L}+)(?: (?:today|tomorrow|outside|tonight|this weekend))?(?= [^\\p{L}]*$)',
      '(?<=^ )(?:whats|what is|how much is) \\d+ (?:\\+|-|x|\\*|/|plus|minus|times) \\d+(?= [^\\p{L}]*$)',
      'sing(?: me)? a song',
      'meaning of life',
      '(?:who|what) (?:won|is the (?:president|prime minister|king|queen))(?: \\S+)*(?= )',
      '(?:what|whats) (?:day|date) (?:is it|today)',
      'i love you',
      'are you there',
    ),
  ],
];

const RESET = phrase(
  `(?:lets |please |can we |i want to )?${oneOf(
    '(?:re)?start(?: all)? (?:over|again|afresh|new|fresh|from (?:scratch|zero|(?:the )?(?:beginning|start|top)))',
    'back to (?:the )?(?:start|beginning|square one)',
    'reset(?: everything| all)?',
    'restart',
    '(?:begin|start) (?:again|anew)',
    '(?:(?:start|begin|do|run|make) )?(?:a )?(?:brand )?(?:new|fresh|different) (?:search|topic|subject|conversation|chat)',
    '(?:clear|delete|erase|remove|scrap|drop|undo|discard|bin) (?:everything|all(?! (?:of |the |my )*filters?)(?: of it)?(?= (?:please )?[^\\p{L}]*$)|it all)',
    '(?:clear|delete|erase|scrap|cancel) (?:(?:the|my|this) )?(?:search|chat|conversation)',
    'forget (?:what|all|everything) i (?:just )?(?:said|asked)',
    'forget (?:everything|all (?:of )?(?:that|it|this)|it all|all that)',
    '(?:begin )?from scratch',
    '(?:scratch|cancel|scrap) (?:that|it|this)',
    'forget (?:that|it|this)(?= (?:[^\\p{L}\\p{N}]|show|find|lets|i|im|id|what|how|give|just|$))',
    'wipe (?:everything|it|the slate)(?: clean)?',
    'from the (?:top|beginning|start)(?= [^\\p{L}]*$)',
    '(?<=^ (?:(?:ok|please|just|,) )*)never ?mind(?= (?:please )?[^\\p{L}\\p{N}]*$)',
    '(?:(?:show|find|give) me |(?:i|lets|we|id|can|could) (?:\\p{L}+ ){0,3})?something (?:(?:completely|totally|entirely|wholly) (?:different|else|new)|else (?:entirely|altogether))',
    '(?:(?:i|lets|id|we) (?:\\p{L}+ ){0,2}(?:want|need|like|for|at|try|do)) something else(?= (?:now |instead |please )*[^\\p{L}\\p{N}]*$)',
  )}(?: (?:with|and (?:show|find|look for)))?`,
);
export function readSmallTalk(sentence: Sentence): SmallTalk | undefined {
  const said = SMALL_TALK.filter(([, pattern]) => {
    const found = sentence.take(pattern);
    // "hey, how's it going" greets twice.
    if (found) sentence.take(pattern);
    return found;
  });
  return said[0]?.[0];
}

const QUESTION = phrase(
  '(?<=^ (?:(?:and|but|so|ok|hey|hi|well|,) )*)(?:who|whos|whose|when|whens|why|how (?:do|does|did|is|are|was|were|can|old|far|tall|come)|what (?:is|was|were|does|did|happens|happened|day|year)|whats|do (?:you|u) (?:know|think|feel|believe|like)|did (?:you|u)|should i)',
);

export const readQuestion = (sentence: Sentence): boolean => sentence.find(QUESTION) !== undefined;

export const readInabilities = (sentence: Sentence): Inability[] => [
  ...new Set(INABILITIES.filter(([, pattern]) => sentence.take(pattern)).map(([name]) => name)),
];

/** "everything from Nike": whatever it is. */
const ANY_THING = phrase(
  '(?:everything|all (?:the )?(?:products?|items?|things?|stuff)|the whole range|your whole range)(?: (?:you|u|they)(?: have)?(?: got| have| sell)?)?(?= (?:from|by|in|at|of|under|below|over|on) )',
);

export const readAnyThing = (sentence: Sentence): boolean => sentence.take(ANY_THING) !== undefined;

/** "nothing too big": of how large or heavy a thing is no catalogue tells. */
const NOT_TOO_MUCH = new RegExp(
  `^ (?:(?:but|and|something|ones?|just|thats) )*(?:not|nothing) (?:too|so|overly|very) (?!(?:${TASTES}|expensive|pricey|dear|costly|much|many|cheap) )\\p{L}+(?: (?:please|tho|though))? [^\\p{L}\\p{N}]*$`,
  'u',
);

/** "both are fine", "doesn't matter": what was found stays. */
const AGREEMENT = new RegExp(
  `^ (?:(?:ok|okay|yes|yeah|well|hmm|oh|,|\\.|!|i|im) )*${oneOf(
    '(?:(?:(?:both|either|any)(?: one| ones)?|all|whichever|whatever|no preference|i dont mind|happy with(?: either| both)?)(?: of (?:them|those|these))?(?: (?:is|are|would be|will|works?|sounds?|its|it is)(?: (?:also|all|just))?(?: (?:fine|ok|okay|good|great|do|alright|cool))?| fine| ok| okay| works?)?)',
    '(?:it |that )?(?:really )?(?:doesnt|does not|dont) (?:really )?matter(?: to me)?',
    '(?:im |i am )?not (?:bothered|fussed|fussy|picky)',
    '(?:please )?(?:show me|lets see|let me see|see) (?:what (?:you|youve|u)(?: have)?(?: got| have)?|them|some|the results)',
    'what (?:have (?:you|u)(?: got)?|do (?:you|u) (?:have|got|sell)|(?:you|u) got|is there)',
    '(?:[2-9] ?x|x ?[2-9]|(?:[2-9]|two|three|four|five|six) of(?: (?:them|these|those|each))?)',
    '(?:[3-9]|1[0-6]) \\+',
    '(?:for )?(?:ages?|aged) \\d{1,2}(?: (?:-|to) \\d{1,2}| \\+| plus| and up)?(?: years?)?(?: old)?',
    'go (?:on then|ahead|for it)',
    '(?:can (?:you|we|i) )?(?:please )?(?:go )?back to (?:the |my |all )?(?:list|results|search|others|overview)',
    '(?:show (?:me )?|see )?(?:the |them |that |all )*(?:list|results|them) again',
    '(?:yes|yeah|sure) please',
    '(?:ok|okay|yes|yeah|yep|yup|sure|alright|got it|i see|surprise me|(?:its )?up to you|you (?:choose|decide|pick))(?!.* thanks?(?= ))',
    'sounds good',
    'how many (?:do you have|have you got|are there|of (?:them|these|those)(?: are there| do you have)?)',
  )}(?: (?:please|really|thanks|then|with me|by me|for me|,|\\.|!|\\?))* $`,
  'u',
);

export const readAgreement = (sentence: Sentence): boolean =>
  sentence.take(AGREEMENT) !== undefined || sentence.take(NOT_TOO_MUCH) !== undefined;

export function readReset(sentence: Sentence): boolean {
  const isReset = sentence.take(RESET) !== undefined;
  // "forget all that, start over" says it twice.
  if (isReset) while (sentence.take(RESET));
  return isReset;
}
