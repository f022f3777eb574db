import java.io.File;
import shark.CloseableHeapGraph;
import shark.HeapDiff;
import shark.HeapTraversalInput;
import shark.HprofHeapGraph;
import shark.HprofIndex;
import shark.InitialState;
import shark.JvmObjectGrowthDetectorKt;
import shark.JvmObjectGrowthReferenceMatchers;
import shark.ObjectGrowthDetector;
import shark.ShortestPathObjectNode;

/** LeakCanary's heap growth detector on heap dumps of equal rounds: prints each object that grew in all of them. */
public final class Shark {
    private Shark() {}

    public static void main(String[] dumps) throws Exception {
        ObjectGrowthDetector detector = JvmObjectGrowthDetectorKt.forJvmHeap(
            ObjectGrowthDetector.Companion, JvmObjectGrowthReferenceMatchers.Companion.getDefaults());
        HeapTraversalInput last = new InitialState(1);
        for (String dump : dumps) {
            try (CloseableHeapGraph graph = HprofHeapGraph.Companion.openHeapGraph(
                     new File(dump), null, HprofIndex.Companion.defaultIndexedGcRootTags())) {
                last = detector.findGrowingObjects(graph, last);
            } catch (IllegalArgumentException wrong) { // of the dump: the detector can go no further
                System.out.println("failed: " + wrong.getMessage());
                return;
            }
            if (last instanceof HeapDiff && !((HeapDiff) last).isGrowing()) {
                return; // nothing grew in each round so far
            }
        }
        if (last instanceof HeapDiff) {
            for (ShortestPathObjectNode node : ((HeapDiff) last).getGrowingObjects()) {
                System.out.println("growing: " + node.pathFromRootAsString().replace("\n", " "));
            }
        }
    }
}
