// The language of messages as shoppers write them: without accents, with typos, with English names and brands.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordsOf } from '../text/analyse.ts';
import { detectLanguage } from './detect-language.ts';

/** Words of a catalogue: brands, and product words that other languages share. */
const CATALOGUE = new Set(
  wordsOf('Nike Adidas Sony Lego Casio Bosch Samsung Levis The North Face laptop sneakers bluetooth'),
);

const languageOf = (message: string): string => {
  const language = detectLanguage(wordsOf(message), (word) => CATALOGUE.has(word));
  return typeof language === 'string' ? language : language.code;
};

const MESSAGES: Record<string, string> = {
  de: `
Ich suche einen Rucksack für die Uni
ich brauche laufschuhe für damen unter 80 euro
Habt ihr wasserdichte Jacken in schwarz?
schwarze nike sneakers größe 42
suche geschenk fuer meine frau, ca 50 euro
Kopfhörer kabellos bis 100€
kopfhoerer mit bluetooth von sony
kaffeemaschine bitte nicht zu teuer
zeig mir günstigere
gibts die auch in blau
Guten Tag, ich hätte gerne eine Uhr für meinen Vater
was kostet der zweite
winterjacke herren ohne kapuze
spielzeug für 3 jährige
ein Kleid für den Sommer, Größe M
lego fuer meinen sohn unter 30
wanderschuhe damen wasserdicht
haben sie auch etwas günstiger?
noch mehr zeigen bitte
Geldbörse aus Leder, braun
welche größe brauche ich
bosch akkuschrauber mit 2 akkus
nur die reduzierten bitte
vielen dank, das wars
etwas zwischen 20 und 40 euro
schreibtischlampe weiss
ich moechte von vorne anfangen
keine weißen schuhe`,
  fr: `
je cherche un sac à dos pour ordinateur portable moins de 60 euros
Bonjour, avez-vous des chaussures de course pour femme ?
chaussures nike noires taille 42
robe rouge pas chère
j'aimerais une montre homme étanche
jaimerai une montre etanche pour mon mari
casque sans fil sony moins de 100€
un cadeau pour ma copine environ 40 euros
vous avez la même en bleu ?
moins cher svp
c'est trop cher
montrez moi les autres
veste impermeable femme taille M
jouets en bois pour enfant de 3 ans
quelque chose entre 20 et 50 euros
machine a café avec broyeur
pas de cuir s'il vous plaît
baskets blanches adidas pointure 39
lunettes de soleil en promo
combien coûte le deuxième
je veux recommencer
merci beaucoup
jeux de société pour la famille
une lampe de bureau noire
bottes d'hiver pour homme
sac à main en cuir marron
avec livraison gratuite`,
  es: `
que es esto
busco una mochila para el portatil por menos de 50 euros
Hola, tienen zapatillas para correr de mujer?
zapatos negros
zapatillas nike blancas talla 42
quiero un reloj de hombre resistente al agua
necesito auriculares inalambricos baratos
un regalo para mi novia, unos 40 euros
chaqueta impermeable sin capucha
algo mas barato por favor
muestrame mas opciones
tienes lo mismo en azul?
cuanto cuesta el segundo
juguetes de madera para niños de 3 años
vestido rojo para una boda
entre 20 y 50 euros por favor
cafetera bosch en oferta
camiseta de algodon talla M
gafas de sol baratas
botas de montaña para hombre que no sean de piel
empezar de nuevo
muchas gracias
no quiero nada de cuero
bolso de mano marron
estoy buscando un lego para mi hijo
lampara de escritorio blanca
hay algo con envio gratis?
la mas barata porfa`,
  it: `
cerco uno zaino per il portatile sotto i 60 euro
Buongiorno, avete scarpe da corsa da donna?
scarpe nike nere taglia 42
vorrei un orologio da uomo impermeabile
cuffie senza fili sony meno di 100 euro
un regalo per la mia ragazza, circa 40 euro
giacca impermeabile senza cappuccio
qualcosa di meno caro per favore
mostrami altri modelli
ce l'avete anche in blu?
quanto costa il secondo
giocattoli in legno per bambini
vestito rosso per un matrimonio
tra 20 e 50 euro, grazie
macchina del caffe in offerta
maglietta di cotone taglia M
occhiali da sole economici
stivali da donna neri
non voglio la pelle
ricominciamo da capo
grazie mille
borsa di pelle marrone
sto cercando un lego per mio figlio
lampada da scrivania bianca
quali sono i piu economici
mi serve un trapano bosch
felpa con cappuccio grigia`,
  pt: `
quero um relógio masculino à prova d'água
procuro uma mochila para notebook até 60 euros
Olá, vocês têm tênis de corrida feminino?
tenis nike branco tamanho 42
gostaria de um presente para minha namorada
fone de ouvido sem fio barato
jaqueta impermeavel sem capuz
algo mais barato por favor
mostra mais opções
tem o mesmo em azul? obrigado
quanto custa o segundo
brinquedos de madeira para criança
vestido vermelho para festa
entre 20 e 50 euros, não mais
cafeteira em promoção
camiseta de algodão preta
óculos de sol femininos
botas de couro que não sejam pretas
vamos recomeçar do zero
muito obrigada
não quero nada de couro
carteira de couro castanha
estou procurando um lego para meu filho
luminária de mesa branca
qual é o mais em conta
preciso de uma furadeira bosch
com frete gratis por favor`,
  unknown: `
ik zoek een rugzak voor mijn laptop onder de 50 euro
hebben jullie zwarte schoenen zonder veters
szukam plecaka na laptopa, czarny
buty nike męskie czarne rozmiar 42
siyah bir çanta arıyorum
erkek ayakkabı 42 numara
jag söker en svart ryggsäck
har ni skor till barn? inte svarta
jeg leder efter en sort taske, ikke læder
jeg trenger en jakke, størrelse M
hledám černé boty pro muže
keresek egy fekete hátizsákot
etsin mustat kengät
caut pantofi negri pentru bărbați
saya mencari sepatu hitam
черные кроссовки nike
μαύρα παπούτσια nike
أحذية سوداء
ノートパソコン用 リュック
黑色跑鞋
검은색 운동화`,
  english: `
rucksack
manga
die cast car
con air dvd
dress for la
creme de la mer face cream
eau de toilette pour homme
la roche posay sunscreen
le creuset casserole
do u have anything by ursula le guin
das boot blu ray
das keyboard
mit hoodie
die hard t-shirt
a hat for the war museum
gift for my dad who likes grilling, around 50 bucks
pain relief cream
pour over coffee maker
faux fur coat
uber eats gift card
sous vide cooker
aux cable 3m
maxi dress under 40
x-mas tree
uno card game
les paul guitar
les miserables dvd
tutti frutti candy
sombrero and poncho costume
lederhosen
kimono robe for women
chemise lingerie
enceinte maternity dress
chaise lounge
duvet cover
mantel clock
red hose 50 ft
rock band shirt
angel figurine
mesa boogie amp
bella canvas t-shirt
nuova simonelli espresso machine
casa bonita poster
dulce de leche
la vie en rose perfume
film noir poster
comic sans mug
los angeles lakers jersey
las vegas poker set
san francisco map
kinder chocolate
braun shaver
roman sandals
a pair of sneakers, nothing above 90 euros
knife set. german steel. budget 150-ish
spanish textbook
french press
italian leather wallet
u got sth 4 my cat
smth cheaper than 70
idk just browsing
can u find trainers 4 my gf under £60 no white ones
blak runing shoes undr 60
0.5 μm filter
8 Ω speaker
size M, actually L, t-shirt
<script>alert(1)</script> mug
nike
42`,
};

for (const [language, messages] of Object.entries(MESSAGES)) {
  test(`messages are recognised as ${language}`, () => {
    const wrong = messages
      .trim()
      .split('\n')
      .map((message) => ({ message, language: languageOf(message) }))
      .filter((found) => found.language !== language);
    assert.deepEqual(wrong, []);
  });
}

test('words of the catalogue are no evidence of another language', () => {
  const message = wordsOf('zapatos negros');
  assert.notEqual(
    detectLanguage(message, () => false),
    'english',
  );
  assert.equal(
    detectLanguage(message, (word) => word === 'zapatos'),
    'english',
  );
});

test('a request in English that quotes another language stays English', () => {
  assert.equal(languageOf('a mug that says ich liebe dich on it please'), 'english');
  assert.equal(languageOf('do you have the book called como agua para chocolate'), 'english');
});
