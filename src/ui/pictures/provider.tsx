import type { ReactNode } from 'react'

/** Logos in squares of 24. */
const marks: Partial<Record<string, ReactNode>> = {
  paystack: <path fill="#0ba4db" d="M3 4h16v3H3zm0 9h16v3H3zm0 4.5h9v3H3zm0-9h18v3H3z" />,
  flutterwave: (
    <>
      <path fill="#f5a623" d="M3 6c4-3 9 0 11 5l-3 2C9 9 6 7 3 8z" />
      <path fill="#009a46" d="M4 15c3 4 9 4 12-1l-3-2c-2 3-5 4-9 3z" />
      <path fill="#ff5805" d="M13 11c2-3 5-5 8-4l-1 4c-2 0-4 1-6 3z" />
    </>
  ),
}

/** The logo of a payment company; empty for an unknown company. Its name is beside it. */
export function ProviderLogo({ provider }: { provider: string }) {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      {marks[provider]}
    </svg>
  )
}

/** The accepted cards, or a bank. The name of the method is beside it. */
export function MethodLogo({ means }: { means: 'card' | 'transfer' }) {
  const isCard = means === 'card'
  return (
    <svg viewBox={isCard ? '0 0 76 24' : '0 0 24 24'} height="24" aria-hidden="true">
      {isCard ? (
        <>
          <circle cx="9" cy="12" r="8" fill="#eb001b" />
          <circle cx="19" cy="12" r="8" fill="#f79e1b" />
          <path fill="#fff" d="M29 4h27v16H29z" />
          <text
            x="31"
            y="16"
            textLength="23"
            lengthAdjust="spacingAndGlyphs"
            fontSize="11"
            fontWeight="800"
            fill="#1a1f71"
          >
            VISA
          </text>
          <circle cx="67" cy="12" r="8" fill="#ee312a" />
          <path fill="#fff" d="M62 9h3l2 4 2-4h3l-5 8z" />
        </>
      ) : (
        <path
          fill="currentColor"
          d="M3 9l9-6 9 6zm2 2h2v7H5zm6 0h2v7h-2zm6 0h2v7h-2zM3 19h18v2H3z"
        />
      )}
    </svg>
  )
}
