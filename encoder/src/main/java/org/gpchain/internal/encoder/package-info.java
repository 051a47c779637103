/** Token vectors from a frozen transformer: word pieces, the ONNX graph, and its session. */
package org.gpchain.internal.encoder;
