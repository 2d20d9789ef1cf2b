// CJ's feeds: the old one in capitals, the newer one in the names of its API.
import type { FeedFormat } from './format.ts';

export const cj: FeedFormat = {
  name: 'cj',
  network: 'cj',
  fields: {
    id: ['id', 'catalogid', 'sku', 'adid'],
    name: ['name', 'title'],
    description: ['description'],
    image_url: ['imagelink', 'imageurl', 'image_link', 'thumbnailurl'],
    product_url: ['link'],
    merchant_url: ['linkcode/clickurl', 'linkcode.clickurl', 'clickurl', 'buyurl', 'buy_url'],
    brand: ['brand', 'manufacturer'],
    manufacturer: ['manufacturer'],
    publisher: ['publisher', 'label'],
    category: [
      'producttype',
      'advertisercategory',
      'googleproductcategory/name',
      'googleproductcategory',
      'thirdpartycategory',
    ],
    currency: ['currency', 'price/currency'],
    color: ['color'],
    size: ['size'],
    material: ['material'],
    gender: ['gender'],
    condition: ['condition'],
    barcode: ['gtin', 'upc', 'ean', 'isbn'],
    sku: ['sku', 'id'],
    mpn: ['mpn', 'manufacturerid'],
    tags: ['keywords'],
    regular_price: ['price/amount', 'price', 'retailprice'],
    sale_price: ['saleprice/amount', 'saleprice'],
    sale_dates: ['salepriceeffectivedate', 'sale_price_effective_date'],
    ship_price: ['standardshippingcost'],
    availability: ['availability'],
    in_stock: ['instock'],
    is_deleted: ['isdeleted'],
    merchant_id: ['advertiserid', 'programid', 'cid', 'programname'],
    merchant_name: ['advertisername', 'programname', 'program_name'],
    merchant_domain: ['programurl'],
  },
  adjust(draft, record) {
    // The retail price is what it once cost; the price is what it costs before a sale.
    const [retail, price] = [Number(record.get('retailprice')), Number(record.get('price'))];
    if (retail > price && price > 0) {
      draft.regular_price = record.get('retailprice');
      draft.sale_price ??= record.get('price');
    }
    // The whole link is HTML in some feeds: <a href="…">.
    const html = record.get('linkcode') || record.get('linkcode/html');
    draft.merchant_url ??= /href\s*=\s*["']([^"']+)/i.exec(html)?.[1] ?? (/^https?:/i.test(html) ? html : '');
  },
};
