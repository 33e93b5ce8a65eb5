-- Whether a person is known by something that cannot be faked: a paid trip, or an account with a verified phone or
-- Google. This separates honest phones from a person behind the same IP address who holds seats without paying. This
-- function is in PL/pgSQL, which caches the plan of the statement. PostgreSQL before version 18 plans an SQL function
-- at each call.
create or replace function holder_is_known(p_holder text, p_user uuid) returns boolean language plpgsql stable as $$
begin
  return (p_holder not like 'ip:%' and exists (
      select from booking where holder = p_holder and status in ('confirmed', 'travelled', 'completed')))
    or exists (select from person where id = p_user and (phone_verified_at is not null or google_sub is not null));
end $$;
