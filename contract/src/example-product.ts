// The product of the examples.
import { DETAIL_FIELDS } from './product-fields.ts';

const price = { currency: 'USD', regular_value: 49.5, final_value: 39.5, on_sale: true, sale_discount: 0.202 };
const merchant = { id: '7', name: 'Kettle House', logo_url: 'https://shop.example.com/logo.svg' };
export const product = {
  id: '7:kettle-1',
  name: 'Gooseneck kettle 0.9 l',
  image_url: 'https://shop.example.com/kettle.jpg',
  product_url: 'https://shop.example.com/kettle',
  merchant_url: 'https://track.example.com/x?id=1&sid={click_id}',
  price,
  merchant,
  brand: 'Brewline',
  category: 'Kitchen > Kettles',
  availability: 'in stock',
};

const { price: _, ...fields } = product;
export const storedProduct = {
  ...{ type: 'catalogue_product', ...fields, feed: 'kettles', added_at: '2026-03-04T05:06:07.000Z' },
  ...{ description: 'Pours slowly and exactly.', tags: ['tea'], merchant_category_ids: [] },
  ...{ regular_price: 49.5, final_price: 39.5, ship_price: null, currency: 'USD', in_stock: true, stock_quantity: 12 },
  ...Object.fromEntries(Object.keys(DETAIL_FIELDS).map((field) => [field, null])),
  ...{ color: 'black', barcode: '4006381333931' },
};
