-- Returns whether a person's report of a review or post counts towards hiding it: only after a week, and only with a
-- verified email address or phone number, since accounts cost nothing. In plpgsql, because it is created before tables.
create or replace function counts_as_reporter(p_person uuid) returns boolean language plpgsql stable as $$
begin
  return exists (select from person where id = p_person and created_at < now() - interval '7 days'
    and (email_verified_at is not null or phone_verified_at is not null));
end $$;
