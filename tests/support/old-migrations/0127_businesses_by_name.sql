-- Businesses are listed by the plain letters of their names, so that Ṣ stands with S.
drop index business_by_name;
create index business_by_name on business (plain(name), code) where state = 'listed';
