type Fields = Readonly<Record<string, string>>

/** Returns the typed fields without those that are as they were sent. What was typed meanwhile stays. */
export const dropSent = (entered: Fields, sent: Fields): Record<string, string> =>
  Object.fromEntries(Object.entries(entered).filter(([name, text]) => sent[name] !== text))
