import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.IMap;

/** Jobs that each use a distributed map of their own and destroy it at the end. */
public class Driver {
    public static void main(String[] args) throws Exception {
        System.setProperty("hazelcast.logging.type", "none");
        System.setProperty("hazelcast.phone.home.enabled", "false");
        Config config = new Config();
        config.setProperty("hazelcast.partition.count", "11");
        config.getNetworkConfig().getInterfaces().setEnabled(true).addInterface("127.0.0.1");
        config.getNetworkConfig().getJoin().getMulticastConfig().setEnabled(false);
        HazelcastInstance member = Hazelcast.newHazelcastInstance(config);
        Rounds.run(args, i -> {
            IMap<String, String> map = member.getMap("job-" + i);
            for (int k = 0; k < 20; k++) {
                map.put("k" + k, "value " + i * k);
            }
            for (int k = 0; k < 20; k++) {
                if (map.get("k" + k).length() < 7) {
                    throw new AssertionError(k);
                }
            }
            map.destroy();
        });
        member.shutdown();
    }
}
