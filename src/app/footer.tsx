import { product } from '#contract/product'
import { Link } from 'react-router-dom'
import styles from './frame.module.css'

const columns = [
  {
    heading: 'Get Involved',
    inside: [
      ['/signup', 'Become an Insider'],
      ['/reviews', 'Read Customer Reviews'],
    ],
    outside: [
      [product.links.partner, 'Become a Partner'],
      [product.links.operator_portal, 'List your Business'],
      [product.links.suggestions, 'Suggest a Feature'],
    ],
  },
  {
    heading: 'Explore',
    inside: [
      ['/brands', 'Browse our Operators'],
      ['/nysc', 'NYSC Community'],
      ['/fuel-price', 'Track Fuel Prices'],
      ['/businesses', 'Browse our Businesses'],
    ],
    outside: [],
  },
  {
    heading: 'Our Company',
    inside: [
      ['/community', 'Our Community'],
      ['/about', 'About our Company'],
      ['/terms', 'Terms & conditions'],
    ],
    outside: [
      [product.links.careers, 'Join our Team'],
      [product.links.parent_company, 'Our Parent Company'],
    ],
  },
] as const

/** The footer of pages that are not part of a flow. */
export function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={styles.columns}>
        {columns.map(({ heading, inside, outside }) => (
          <section key={heading}>
            <h2>{heading}</h2>
            <ul>
              {inside.map(([to, label]) => (
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
      <p className={styles.credit}>Made with love in Nigeria</p>
    </footer>
  )
}
