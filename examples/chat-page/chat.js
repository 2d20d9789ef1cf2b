// Sends what the shopper types, shows the reply word by word, then the products.
import { Finderfee } from '@finderfee/client';

const client = new Finderfee({ baseUrl: new URLSearchParams(location.search).get('url') ?? undefined });
const convoId = crypto.randomUUID();
const [log, products, form] = ['#log', '#products', 'form'].map((selector) => document.querySelector(selector));

function addLine(list, text) {
  const line = document.createElement('li');
  // Names come from shops: they are text, never HTML.
  line.textContent = text;
  list.append(line);
  return line;
}

function showProducts({ found_products }) {
  products.replaceChildren();
  for (const { name, price } of found_products.search_results.catalogue)
    addLine(products, `${name}, ${price.final_value ?? '?'} ${price.currency}`);
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const message = form.elements.message.value;
  form.reset();
  addLine(log, `You: ${message}`);
  const reply = addLine(log, '');
  try {
    for await (const piece of client.chat.stream(convoId, message)) {
      if (piece.event === 'reply.delta') reply.textContent += piece.data.text;
      if (piece.event === 'products') showProducts(piece.data);
    }
  } catch (error) {
    reply.textContent = `That did not work: ${error.message}`;
  }
});
