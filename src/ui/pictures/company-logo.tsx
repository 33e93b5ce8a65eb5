import { useIsSavingData } from '#lib/online'

/**
 * A company's logo over its initials, which remain without a network and with data saver. Its name is always beside it.
 */
export function CompanyLogo({ name, logo }: { name: string; logo?: string | null }) {
  const hue = hueOf(name)
  return (
    <svg viewBox="0 0 48 48" width="48" height="48" aria-hidden="true">
      <rect width="48" height="48" rx="12" fill={`hsl(${hue} 55% 28%)`} />
      <path d="M0 36h48v3H0z" fill={`hsl(${(hue + 150) % 360} 70% 62%)`} />
      <text
        x="24"
        y="29"
        textAnchor="middle"
        fontSize="19"
        fontWeight="700"
        fontFamily="system-ui, sans-serif"
        fill="#fff"
      >
        {initialsOf(name)}
      </text>
      {logo && <LogoImage logo={logo} />}
    </svg>
  )
}

const LogoImage = ({ logo }: { logo: string }) =>
  useIsSavingData() ? null : <image href={logo} width="48" height="48" />

function initialsOf(name: string): string {
  const letters = name.split(/\s+/).flatMap((word) => /\p{L}/u.exec(word)?.[0] ?? [])
  return letters.slice(0, 2).join('').toUpperCase()
}

function hueOf(name: string): number {
  let sum = 7
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 3600
  return Math.floor(sum / 10)
}
