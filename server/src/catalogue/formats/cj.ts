// CJ's feeds: the old one with upper-case columns, the newer one with the names of its API.
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
    // `retailprice` is the list price; `price` is the current price without a sale.
    const [retail, price] = [Number(record.get('retailprice')), Number(record.get('price'))];
    if (retail > price && price > 0) {
      draft.regular_price = record.get('retailprice');
      draft.sale_price ??= record.get('price');
    }
    // Some feeds contain the link as HTML: <a href="…">.
    const html = record.get('linkcode') || record.get('linkcode/html');
    draft.merchant_url ??= /href\s*=\s*["']([^"']+)/i.exec(html)?.[1] ?? (/^https?:/i.test(html) ? html : '');
  },
};
