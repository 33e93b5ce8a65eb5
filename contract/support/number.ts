/** What a conversation is called on the phone and in an SMS: short enough to be read aloud, and beside a name enough. */
export const conversationNumber = (id: string): string => id.slice(-6).toUpperCase()
