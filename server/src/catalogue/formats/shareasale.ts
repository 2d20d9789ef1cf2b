// ShareASale: pipe-delimited, unquoted, often without a header, with a placeholder for the publisher's id in links.
import type { FeedFormat } from './format.ts';

export const SHAREASALE_COLUMNS =
  'productid name merchantid merchant link thumbnail bigimage price retailprice category subcategory description custom1 custom2 custom3 custom4 custom5 lastupdated status manufacturer partnumber merchantcategory merchantsubcategory shortdescription isbn upc sku crosssell merchantgroup merchantsubgroup compatiblewith compareto quantitydiscount bestseller addtocarturl reviewsrssurl option1 option2 option3 option4 option5 mobileurl mobileimage mobilethumbnail'.split(
    ' ',
  );

export const shareasale: FeedFormat = {
  name: 'shareasale',
  network: 'shareasale',
  fields: {
    id: ['productid', 'product_id'],
    name: ['name', 'productname', 'product_name'],
    description: ['description', 'shortdescription'],
    image_url: ['bigimage', 'thumbnail'],
    merchant_url: ['link'],
    brand: ['manufacturer'],
    manufacturer: ['manufacturer'],
    barcode: ['upc', 'isbn'],
    mpn: ['partnumber'],
    sku: ['sku'],
    regular_price: ['retailprice'],
    final_price: ['price'],
    availability: ['status'],
    merchant_id: ['merchantid', 'merchant_id'],
    merchant_name: ['merchant', 'merchantname'],
  },
  adjust(draft, record) {
    const own = [record.get('merchantcategory'), record.get('merchantsubcategory')].filter(Boolean);
    const general = [record.get('category'), record.get('subcategory')].filter(Boolean);
    draft.category = (own.length > 0 ? own : general).join(' > ');
  },
};
