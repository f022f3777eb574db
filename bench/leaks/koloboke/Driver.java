import net.openhft.koloboke.collect.map.hash.HashObjObjMap;
import net.openhft.koloboke.collect.map.hash.HashObjObjMaps;
import java.util.ArrayList;
import java.util.List;

/** Maps of sessions, each cleared when its session ends; the empty maps are kept to be used again. */
public class Driver {
    static final List<HashObjObjMap<String, byte[]>> pool = new ArrayList<>();

    public static void main(String[] args) throws Exception {
        Rounds.run(args, i -> {
            HashObjObjMap<String, byte[]> session = HashObjObjMaps.newMutableMap();
            session.put("a", new byte[1000]);
            session.clear();
            pool.add(session);
        });
    }
}
