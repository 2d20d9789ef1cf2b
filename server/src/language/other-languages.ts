// Frequent words of languages without a data file, folded. They are recognised, so that they are not read as English.

export const OTHER_LANGUAGES: Readonly<Record<string, string>> = {
  nl:
    'ik zoek zoeken wil graag hebben heeft hebt heb jullie een het voor niet geen zonder van mijn jouw deze dit ' +
    'onder boven tussen ongeveer maximaal minder goedkoop goedkope goedkoper goedkoopste maat kleur zwarte witte ' +
    'blauwe schoenen jas jurk tas rugzak horloge laat zien bedankt dank alstublieft kunnen ook nog meer welke ' +
    'naar nieuwe heren dames kinderen',
  pl:
    'szukam chce chcialbym chcialabym potrzebuje mam masz macie jest dla nie bez sie czy lub albo oraz przy ' +
    'jakis jakies prosze dziekuje dzien dobry czesc ponizej powyzej okolo tani tanie tansze rozmiar kolor czarny ' +
    'czarne czarna bialy biale buty plecak zegarek kurtka sukienka meskie damskie meski damski zlotych zl',
  tr:
    'bir icin ile istiyorum ariyorum lazim yok degil cok daha gibi kadar bana benim olan altinda ustunde ucuz ' +
    'fiyat lira siyah beyaz kirmizi mavi ayakkabi canta saat elbise ceket erkek kadin cocuk merhaba tesekkurler ' +
    'lutfen arasi beden numara',
  sv:
    'jag soker letar efter vill behover och eller inte utan att har ett nagot nagon billig billiga billigare ' +
    'mellan ungefar storlek farg svart svarta vit bla skor jacka klanning ryggsack vaska klocka herr hej snalla ' +
    'mig kronor mitt som',
  da:
    'jeg leder efter soger vil gerne har brug og eller ikke uden til noget nogen billig billige billigere mellem ' +
    'storrelse farve sorte hvid bla sko jakke kjole rygsaek taske herre tak hej mig kroner som',
  nb:
    'jeg leter etter soker vil gjerne trenger og eller ikke uten til noe noen billig billige billigere mellom ' +
    'storrelse farge svart svarte hvit bla sko jakke kjole ryggsekk veske klokke herre takk hei kroner mitt som',
  cs:
    'hledam chci chtel chtela bych potrebuji mam jsou bez nebo neni nad mezi asi prosim dekuji dobry ahoj levne ' +
    'levny levnejsi velikost barva cerne cerny bile bily cervene modre boty batoh hodinky bunda saty panske ' +
    'damske detske korun jako nejake nejaky',
  sk:
    'hladam chcem chcel chcela potrebujem mam bez alebo nie nad medzi asi prosim dakujem dobry ahoj lacne lacny ' +
    'lacnejsie velkost farba cierne cierny biele topanky ruksak hodinky bunda saty panske damske detske ako ' +
    'nejake nejaky',
  hu:
    'keresek szeretnek kerek kell van nincs egy az vagy nem nelkul hogy alatt felett kozott korulbelul olcso ' +
    'olcsobb legolcsobb meret szin fekete feher piros kek cipo hatizsak ora kabat ruha ferfi noi gyerek koszonom ' +
    'szia napot forint milyen nekem',
  fi:
    'etsin haluan haluaisin tarvitsen onko teilla minulle ei ilman kanssa etta alle yli valilla noin halpa ' +
    'halvempi halvin koko vari musta mustat valkoinen punainen sininen kengat reppu kello takki mekko miesten ' +
    'naisten lasten kiitos hei moi euroa joka',
  ro:
    'caut vreau doresc aveti nevoie pentru fara sau este sunt peste intre aproximativ ieftin ieftine decat ' +
    'marime culoare negru negri alb rosu pantofi rucsac ceas geaca rochie barbati femei copii multumesc buna ' +
    'salut lei rog',
  ca:
    'busco cerco vull voldria necessito teniu amb pero menys mes entre barat barats talla negre negra sabates ' +
    'motxilla rellotge jaqueta vestit dona nens gracies hola plau els aquest aquesta molt',
  id:
    'saya aku mau ingin mencari cari butuh untuk dengan tanpa atau tidak bukan apakah ini itu dari bawah atas ' +
    'antara sekitar murah lebih paling ukuran warna hitam putih merah biru sepatu tas tangan jaket gaun pria ' +
    'wanita anak terima kasih tolong harga',
  hr:
    'trazim zelim trebam imate za bez nije jest ili nego ispod iznad izmedu oko jeftine jeftin jeftinije ' +
    'velicina boja crne crni bijele tenisice cipele ruksak jakna haljina muske zenske djecje hvala molim dobar ' +
    'kako koji',
  vi: 'toi muon mua khong hoac voi duoi tren khoang gia mau trang giay tui vay tre xin chao nhung cua mot cai',
};
