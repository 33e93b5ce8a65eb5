-- Records that something changed for an account, in the transaction of the change.
create or replace function publish_event(p_account uuid, p_kind text, p_subject text) returns void language sql as $$
  insert into event (account, kind, subject) values (p_account, p_kind, p_subject)
$$;
