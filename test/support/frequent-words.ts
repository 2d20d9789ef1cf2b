/** Words that many products of the demo catalogue have. */
export const FREQUENT_WORDS =
  'black blue leather steel kitchen kettle running shoes watch garden wool classic large men women book for'.split(' ');
