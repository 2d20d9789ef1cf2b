/** The value of an `Authorization: Bearer` header. */
export const bearerOf = (authorization = ''): string | undefined => /^bearer +(.*)$/i.exec(authorization)?.[1];
