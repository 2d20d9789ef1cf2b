// Made-up feeds of any size, as wide as real ones: Awin's 77 columns as CSV, Google's items as XML, our own JSONL.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { generateCatalogue } from './generate-catalogue.ts';

const AWIN =
  'aw_deep_link,product_name,aw_product_id,merchant_product_id,merchant_image_url,description,merchant_category,search_price,merchant_name,merchant_id,category_name,category_id,aw_image_url,currency,store_price,delivery_cost,merchant_deep_link,language,last_updated,display_price,data_feed_id,brand_name,brand_id,colour,product_short_description,specifications,condition,product_model,model_number,dimensions,keywords,promotional_text,product_type,commission_group,merchant_product_category_path,merchant_product_second_category,merchant_product_third_category,rrp_price,saving,savings_percent,base_price,base_price_amount,base_price_text,product_price_old,delivery_restrictions,delivery_weight,warranty,terms_of_contract,delivery_time,in_stock,stock_quantity,valid_from,valid_to,is_for_sale,web_offer,pre_order,stock_status,size_stock_status,size_stock_amount,merchant_thumb_url,large_image,alternate_image,aw_thumb_url,alternate_image_two,alternate_image_three,alternate_image_four,reviews,average_rating,rating,number_available,ean,isbn,upc,mpn,parent_product_id,product_GTIN,basket_link'.split(
    ',',
  );

interface Made {
  id: string;
  name: string;
  description: string;
  brand: string;
  category: string;
  merchant: { id: string; name: string };
  barcode: string;
  regular_price: number;
  final_price: number;
  in_stock: boolean;
  product_url: string;
  image_url: string;
}

const quote = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function awinRow(made: Made): string {
  const picture = `https://images.example/?w=200&h=200&bg=white&trim=5&t=letterbox&url=ssl%3A${encodeURIComponent(made.image_url)}&feedId=1`;
  const cells: Record<string, string> = {
    aw_deep_link: `https://www.awin1.com/pclick.php?p=${made.id}&a=1&m=${made.merchant.id}`,
    product_name: made.name,
    aw_product_id: made.id,
    merchant_product_id: `s${made.id}`,
    merchant_image_url: made.image_url,
    description: `${made.description}, "quoted", ${made.description}`,
    merchant_category: made.category,
    search_price: String(made.final_price),
    merchant_name: made.merchant.name,
    merchant_id: made.merchant.id,
    aw_image_url: picture,
    currency: 'EUR',
    delivery_cost: '5.9 EUR',
    merchant_deep_link: made.product_url,
    display_price: `EUR${made.final_price}`,
    brand_name: made.brand,
    condition: 'NEW',
    product_price_old: `${made.regular_price} EUR`,
    delivery_restrictions: 'In 48 Stunden',
    in_stock: made.in_stock ? '1' : '0',
    is_for_sale: '1',
    stock_status: made.in_stock ? 'In stock' : 'Out of stock',
    large_image: made.image_url,
    aw_thumb_url: picture,
    product_GTIN: made.barcode,
  };
  return `${AWIN.map((column) => quote(cells[column] ?? '')).join(',')}\n`;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const googleItem = (made: Made) => `<item>
  <g:id>${made.id}</g:id>
  <title><![CDATA[${made.name}]]></title>
  <description>${escaped(`${made.description} & ${made.description}`)}</description>
  <link>${escaped(made.product_url)}</link>
  <g:image_link>${escaped(made.image_url)}</g:image_link>
  <g:additional_image_link>${escaped(made.image_url)}</g:additional_image_link>
  <g:availability>${made.in_stock ? 'in stock' : 'out of stock'}</g:availability>
  <g:price>${made.regular_price} EUR</g:price>
  <g:sale_price>${made.final_price} EUR</g:sale_price>
  <g:brand>${escaped(made.brand)}</g:brand>
  <g:gtin>${made.barcode}</g:gtin>
  <g:product_type>${escaped(made.category)}</g:product_type>
  <g:condition>new</g:condition>
  <g:shipping><g:country>DE</g:country><g:price>4.90 EUR</g:price></g:shipping>
</item>
`;

const KINDS = {
  csv: { head: `${AWIN.join(',')}\n`, row: awinRow, tail: '' },
  xml: {
    head: '<?xml version="1.0"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Made</title><link>https://made.example/</link>\n',
    row: googleItem,
    tail: '</channel></rss>\n',
  },
  jsonl: { head: '', row: (_made: Made, line: string) => `${line}\n`, tail: '' },
};

export type Kind = keyof typeof KINDS;

/** Writes a file of about so many bytes. Says how many products it holds. */
export async function generateFeed(kind: Kind, path: string, bytes: number): Promise<number> {
  const { head, row, tail } = KINDS[kind];
  const file = createWriteStream(path);
  file.write(head);
  let written = 0;
  let count = 0;
  for (const line of generateCatalogue(Number.MAX_SAFE_INTEGER)) {
    const text = row(JSON.parse(line), line);
    written += text.length;
    count++;
    if (!file.write(text)) await once(file, 'drain');
    if (written >= bytes) break;
  }
  file.end(tail);
  await once(file, 'close');
  return count;
}
