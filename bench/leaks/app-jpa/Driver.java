import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;

/** A batch that imports orders and ships them. "repaired": the session is cleared after each hundred. */
public class Driver {
    @Entity(name = "Purchase")
    public static class Purchase {
        @Id
        public Long id;
        public String customer;
        public int amount;
    }

    public static void main(String[] args) {
        boolean repaired = args.length > 1;
        Configuration configuration = new Configuration().addAnnotatedClass(Purchase.class)
            .setProperty("hibernate.connection.url", "jdbc:h2:mem:shop")
            .setProperty("hibernate.connection.pool_size", "2")
            .setProperty("hibernate.hbm2ddl.auto", "create")
            .setProperty("hibernate.jdbc.batch_size", "50");
        try (SessionFactory factory = configuration.buildSessionFactory(); Session session = factory.openSession()) {
            Rounds.run(args, i -> {
                if (i % 100 == 0) {
                    session.beginTransaction();
                }
                Purchase purchase = new Purchase();
                purchase.id = (long) i;
                purchase.customer = "customer " + i % 1000;
                purchase.amount = i % 17;
                session.persist(purchase);
                if (i % 100 == 99) {
                    session.flush();
                    session.createMutationQuery("delete from Purchase").executeUpdate(); // shipped
                    session.getTransaction().commit();
                    if (repaired) {
                        session.clear();
                    }
                }
            });
        }
    }
}
