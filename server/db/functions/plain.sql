-- Returns text in lower case without diacritics, so that "Ogbomọṣọ" is found by "ogbomo". Marked immutable so that it
-- can be used in an index.
create or replace function plain(value text) returns text language sql immutable parallel safe as
$$ select lower(public.unaccent('public.unaccent'::regdictionary, value)) $$;
