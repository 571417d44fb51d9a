/** Reports one problem of a definition and how to mend it. */
export type Report = (message: string, fix: string) => void;
