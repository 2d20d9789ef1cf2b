// Words of English, folded: evidence that a message is English, and words that prove no other language.

/** Function words and words of requests. They count against another language, unless it has them too. */
export const ENGLISH_FUNCTION_WORDS =
  'a about above after all also am an and any anything are around as at be because been below best between but ' +
  'buy by can cheap cheaper could do does dont down each either else every except find for from get gift give ' +
  'got had has have he hello help her hers hi him his how i id if im in into is isnt it its ive just less like ' +
  'looking lot made make many max may me mine more most much my need new nice no non not nothing now of off ok ' +
  'on one ones only or other our out over pair please pls price re really same set shall she should show size ' +
  'so some someone something sth than thank thanks that the their them then there these they thing this those ' +
  'to too u under until up us use used very want wanted was we were what when where which who whose will with ' +
  'without would year years you your yours';

/** Words of the data files that English also has, as words or in names ("hose", "robe", "la"): no evidence for either. */
export const ENGLISH_LOOKALIKES =
  'ab ad ai al als alt alto animal ante antigua ao argent aria armband ate au audio aus auto aux bain ballon ' +
  'basket baskets batons batteries bebe bermuda bermudas bianca bianchi bien bijou bijoux bin bio blanc blanca ' +
  'blanche blanco bleu blu bluetooth boa bois boise bol bola bon bone bones bonnet bordeaux bougie bougies ' +
  'braun budget buenos bureau ca cable cables cabo cache cafe cafes camera cameras camping cane capa capo cara ' +
  'cardigan care caro carpa cartouche casa casserole ce celeste celestes centro ces cha chaise chao chas chat ' +
  'chats chemise chemises cher chica chico chocolates chose ci circa clair col collar collier color com come ' +
  'computer con console construction cor corsa costa costume costumes couch course court courts cover creme ' +
  'croissant cuisine culotte culottes d da dal dame dank de dei del dell dem den des di dia die dir dollar ' +
  'donna dorado dos doudou du dun dune duvet e ear ed el electronica elegant elle em en enceinte encore er es ' +
  'esa est estate et eu facial fall favor feminine femme fiesta fil flores foot football foulard four frau fur ' +
  'furs gilet gilets golden gonna gorge gr grains grand grande gratis grille gross grosses ha hai hammer hand ' +
  'handy hast hat hay heels helm high ho hose hut idea il inferior interior intra io j jean jeans jersey kind ' +
  'kinder klein l la lager lana lange langer laptop largo las le libra lila lin lino lit liter litres lo los ' +
  'ma machine machines madeira mae maillot main mains mal mala mama mamma mani mann manner manta mantel manuel ' +
  'mao marche mari marine marino masculine masque massif maxi maximal maximum mayor mere merino mesa messer ' +
  'messing metal mi mia micro mil min minimum mio mis mobile mocassin mon montana moto mug na nas natal navy ' +
  'ne negro nel nero neue nina nino noel noir nos notebook notebooks notre nouveau nova novo num o od oi olive ' +
  'oma opa orange oranges ordi oro os ou padre page pai pain papa par pasta pc pe per perfumes persona pesos ' +
  'petit petite pf photo piccolo pie piece pieces pied pile piles pince pinces plaid plaids plata platine ' +
  'plato pliable plus po polar port porta portable porte pot pots pour pres prix pro promo promos promotion ' +
  'promotions protector pull pullover pulls pumps pura pyjamas rad raton recherche reduction regal retro robe ' +
  'robes rock rojas roman romance romans rosa rose roses rossi rot rote rouge rucksack running sa sac sacs ' +
  'sage sale salvo sao sci se sea sean sega ser sera serra serve ses seta shirt shirts si sierra sin ski smart ' +
  'sofas sol solar sole soleil som sombrero sombreros sommer son sous spiegel sport sterling stock su sui ' +
  'suite superior sur sus sweat sweats t ta table tag tal talon talons tam te tee tees tele telephone ' +
  'telephones television televisions teller tennis terra tg thes ti ton tout transparent trekking trier ' +
  'trolley tshirts tu uber um un uno usage usages vc vegan vela velours ventilator ver verde verdi vert viola ' +
  'violet violets visage volta von voyage voyages ware warmer weiss winter y yo yoga zero';
