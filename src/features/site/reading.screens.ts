export { ArticleScreen, BlogScreen } from './blog.screens.tsx'
export { AboutScreen, PrivacyScreen, TermsScreen } from './company.screens.tsx'
