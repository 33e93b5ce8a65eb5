import { productLinks, product } from '#contract/product'
import { listMenuItems } from '#lib/room'
import { Link } from '#ui/link'
import styles from './frame.module.css'

/** The links of the rooms come first, then links to other sites. */
const columns = [
  {
    heading: 'Get Involved',
    outside: [
      [productLinks.android, 'Download the App for Android'],
      [productLinks.ios, 'Download the App for iPhone'],
      [productLinks.partner, 'Become a Partner'],
      [productLinks.operator_portal, 'List your Business'],
      [productLinks.suggestions, 'Suggest a Feature'],
    ],
  },
  { heading: 'Explore', outside: [] },
  {
    heading: 'Our Company',
    outside: [
      [productLinks.careers, 'Join our Team'],
      [productLinks.parent_company, 'Our Parent Company'],
    ],
  },
] as const

/** Name, URL and icon (in a square of 24) of social networks. */
const networks = [
  [
    'Facebook',
    productLinks.facebook,
    'M13.5 22v-8h2.7l.4-3.2h-3.1v-2c0-.9.3-1.6 1.6-1.6h1.7V4.3c-.3 0-1.3-.1-2.4-.1-2.5 0-4.1 1.5-4.1 4.2v2.4H7.5V14h2.8v8z',
  ],
  [
    'Instagram',
    productLinks.instagram,
    'M7 2h10a5 5 0 0 1 5 5v10a5 5 0 0 1-5 5H7a5 5 0 0 1-5-5V7a5 5 0 0 1 5-5zm0 2a3 3 0 0 0-3 3v10a3 3 0 0 0 3 3h10a3 3 0 0 0 3-3V7a3 3 0 0 0-3-3zm5 3a5 5 0 1 0 0 10 5 5 0 0 0 0-10zm0 2a3 3 0 1 1 0 6 3 3 0 0 1 0-6zm5.3-3.3a1.2 1.2 0 1 0 0 2.4 1.2 1.2 0 0 0 0-2.4z',
  ],
  [
    'X',
    productLinks.x,
    'M3 3h5.5l4.3 6L18 3h2.5l-6.6 7.7L21 21h-5.5l-4.7-6.6L5.2 21H2.7l7-8.2zm3.3 1.8 10.1 14.4h1.5L7.8 4.8z',
  ],
  [
    'LinkedIn',
    productLinks.linkedin,
    'M4.5 3a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM3 9h3v12H3zm5.5 0h2.9v1.7c.5-1 1.6-2 3.5-2 3.6 0 4.3 2.3 4.3 5.4V21h-3v-6.2c0-1.5 0-3.3-2-3.3s-2.7 1.5-2.7 3.2V21h-3z',
  ],
] as const

const stores = [
  [
    'Google Play',
    'Get it on',
    productLinks.android,
    'M5 3.5v17l9-8.5zm10.2 7.4 2.8-2.6-9.5-5.3zm0 2.2-6.7 7.9 9.5-5.3zM19 8.9 16.2 12l2.8 3.1 2.5-1.5a1.9 1.9 0 0 0 0-3.2z',
  ],
  [
    'App Store',
    'Download on the',
    productLinks.ios,
    'M16.4 12.6c0-2.1 1.7-3.1 1.8-3.2-1-1.4-2.5-1.6-3-1.7-1.3-.1-2.5.8-3.2.8s-1.7-.7-2.7-.7c-1.4 0-2.7.8-3.4 2-1.5 2.6-.4 6.4 1 8.5.7 1 1.5 2.2 2.6 2.1s1.5-.7 2.7-.7 1.6.7 2.7.7 1.9-1 2.6-2c.8-1.2 1.1-2.3 1.2-2.4-.1 0-2.3-.9-2.3-3.4zM14.3 6.4c.6-.7 1-1.7.9-2.7-.9 0-1.9.6-2.5 1.3-.6.6-1 1.6-.9 2.6 1 .1 1.9-.5 2.5-1.2z',
  ],
] as const

/** The footer of pages outside flows. */
export function Footer() {
  return (
    <footer className={styles.footer}>
      <section className={styles.travel}>
        <div>
          <h2>Travel with ease</h2>
          <p>
            Search and compare bus trips from several bus operators, make payments and get your
            tickets. Download the app today.
          </p>
        </div>
        <ul className={styles.signs}>
          {stores.map(([name, verb, href, sign]) => (
            <li key={name}>
              <a href={href} target="_blank" rel="noreferrer" className={styles.badge}>
                <SocialIcon path={sign} />
                <span>
                  <small>{verb}</small> {name}
                </span>
              </a>
            </li>
          ))}
        </ul>
      </section>
      <div className={styles.columns}>
        {columns.map(({ heading, outside }) => (
          <section key={heading}>
            <h2>{heading}</h2>
            <ul>
              {listMenuItems(heading).map(({ to, label }) => (
                <li key={to}>
                  <Link to={to}>{label}</Link>
                </li>
              ))}
              {outside.map(([href, label]) => (
                <li key={href}>
                  <a href={href} target="_blank" rel="noreferrer">
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
        <section>
          <h2>Contact us</h2>
          <ul>
            <li>
              <a href={`mailto:${product.email}`}>{product.email}</a>
            </li>
            <li>
              <a href={`tel:${product.phone.e164}`}>{product.phone.national}</a>
            </li>
            <li>
              <a href={`tel:${product.phone.e164}`}>{product.phone.international}</a>
            </li>
          </ul>
        </section>
      </div>
      <ul className={`${styles.signs} ${styles.networks}`}>
        {networks.map(([name, href, sign]) => (
          <li key={name}>
            <a href={href} target="_blank" rel="noreferrer" aria-label={name}>
              <SocialIcon path={sign} />
            </a>
          </li>
        ))}
      </ul>
      <p className={styles.credit}>Made with love in Nigeria</p>
    </footer>
  )
}

function SocialIcon({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" fill="currentColor" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
