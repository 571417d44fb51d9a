/** In this order: of several in one directory the first counts. */
export const configurationNames = ['json', 'yaml', 'ts', 'js'].map((extension) => `cmdgate.config.${extension}`);
