// Maps the availability texts of feeds, in a dozen languages, to one value each.
import { foldText } from '../../text/fold-text.ts';
import { memoise } from './memoise.ts';

const WORDS: Record<string, string> = {
  in_stock: `in stock|instock|in_stock|available|available for order|on stock|yes|y|true|1|in store|in store only|online only|in warehouse
    auf lager|lieferbar|sofort lieferbar|verfugbar|vorratig|an lager|ab lager|lagernd|sofort verfugbar
    en stock|disponible|disponible immediatement|disponibilite immediate|en stock chez le fournisseur
    en existencia|hay stock|en existencias|disponible en stock|si|inmediata|disponibilidad inmediata
    disponibile|in magazzino|disponibilita immediata|pronta consegna
    op voorraad|direct leverbaar|w magazynie|dostepny|skladem|in stoc|i lager|pa lager|em estoque|em stock|disponivel|в наличии|есть в наличии|есть`,
  out_of_stock: `out of stock|outofstock|out_of_stock|sold out|soldout|unavailable|not available|no|n|false|0|not in stock|no stock|currently unavailable|temporarily out of stock
    nicht auf lager|nicht lieferbar|ausverkauft|nicht verfugbar|vergriffen|derzeit nicht verfugbar
    rupture|en rupture|rupture de stock|en rupture de stock|epuise|indisponible|non disponible|victime de son succes
    agotado|sin stock|no disponible|sin existencias|fuera de stock
    esaurito|non disponibile|non in magazzino|esaurita
    niet op voorraad|uitverkocht|brak w magazynie|niedostepny|vyprodano|neni skladem|stoc epuizat|indisponibil|esgotado|fora de estoque|indisponivel|нет в наличии|нет`,
  preorder: `preorder|pre order|pre-order|pre_order|coming soon|vorbestellbar|vorbestellung|precommande|en precommande|prochainement|a paraitre
    reserva|preventa|en preventa|preventa disponible|preordine|prenotabile|in prevendita|proximamente|pre-venda|предзаказ`,
  backorder: `backorder|back order|back-order|back_order|on backorder|on order|available to order|auf bestellung|bestellbar|nachbestellt|sur commande|bajo pedido
    por encargo|su ordinazione|su richiesta|in arrivo|op bestelling|na zamowienie|на заказ|под заказ`,
  limited_availability: `limited availability|limited|low stock|few left|only a few left|limitedavailability|geringer bestand|nur noch wenige|wenige verfugbar|stock limite|stock faible
    ultimas unidades|pocas unidades|ultimi pezzi|disponibilita limitata|scorte limitate`,
  discontinued: `discontinued|end of life|no longer available|eingestellt|ausgelaufen|arrete|descatalogado|fuori produzione|fuori catalogo`,
};

/** `pre-order` and `pre_order` become `pre order`; `-1` stays. */
const withSpaces = (text: string) => text.replaceAll(/(?<=\p{L})[_-](?=\p{L})/gu, ' ');

const MEANINGS = new Map(
  Object.entries(WORDS).flatMap(([meaning, words]) =>
    words.split(/[|\n]/).map((word) => [withSpaces(foldText(word)), meaning] as const),
  ),
);

const IN_STOCK = new Map([
  ['in_stock', true],
  ['limited_availability', true],
  ['out_of_stock', false],
  ['discontinued', false],
]);

/** The canonical value of a known text; other texts are returned as they are. */
export const readAvailability = memoise((text) => {
  const words = text.replace(/^https?:\/\/schema\.org\//i, '').replace(/([a-z])([A-Z])/g, '$1 $2');
  const folded = withSpaces(foldText(words))
    .replace(/[.!]+$/, '')
    .trim();
  return MEANINGS.get(folded) ?? text;
});

/** Whether it can be shipped now; undefined if the value does not say. */
export const isInStock = (availability: string): boolean | undefined => IN_STOCK.get(availability);
