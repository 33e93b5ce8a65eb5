/** The short name of a conversation, for SMS and for reading aloud; unique beside a person's name. */
export const conversationNumber = (id: string): string => id.slice(-6).toUpperCase()
