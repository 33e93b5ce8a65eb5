-- Trigger: limits a person to two unpaid vehicles, and the unknown people of one network to six in all. Known people do
-- not count, and their network is not stored.
create or replace function limit_unpaid_charters() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('unpaid charters:' || new.person_id, 0));
  if (select count(*) from charter where person_id = new.person_id and state = 'awaiting_payment'
    and pay_until > clock_timestamp()) >= 2
  then
    raise exception 'two vehicles are not paid' using errcode = 'check_violation', constraint = 'unpaid_charters';
  end if;
  if new.network is null then return new; end if;
  if holder_is_known('user:' || new.person_id, new.person_id) then
    new.network := null;
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('unpaid charters of network:' || new.network, 0));
  if (select count(*) from charter where network = new.network and state = 'awaiting_payment'
    and pay_until > clock_timestamp()) >= 6
  then
    raise exception 'six vehicles of a network are not paid'
      using errcode = 'check_violation', constraint = 'unpaid_charters_of_network';
  end if;
  return new;
end $$;
