// Function words of English, German, French and Spanish, folded. They carry no meaning of their own in a query or a name.

export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a an the of for with and or in on to by at from as is it its w your my ' +
    'der die das des den dem ein eine und fur mit von zu im am ' +
    'le la les l un une de du d et pour avec en a au aux el los las una y para con'
  ).split(' '),
);
